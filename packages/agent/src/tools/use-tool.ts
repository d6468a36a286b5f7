import { z } from 'zod'
import type { ToolCall, ToolDescription } from '../model/model-request.ts'
import { readText } from '../read-text.ts'
import { Refusal } from '../tree/tree.ts'
import { check } from './check.ts'
import { deletePage } from './delete.ts'
import { edit } from './edit.ts'
import { finish } from './finish.ts'
import { list } from './list.ts'
import { move } from './move.ts'
import { navigation } from './navigation.ts'
import { read } from './read.ts'
import { readOpenapi } from './read-openapi.ts'
import { search } from './search/search.ts'
import { outcome, type Tool, type ToolContext, type ToolOutcome } from './tool.ts'
import { write } from './write.ts'

const tools = [list, search, read, readOpenapi, edit, write, move, deletePage, navigation, check, finish] as Tool[]

const descriptions = tools.map(describe)

export function listTools(): ToolDescription[] {
  return descriptions
}

/** Throws only for what is no fault of the model: then the step is tried again. */
export async function useTool(call: ToolCall, context: ToolContext, signal: AbortSignal): Promise<ToolOutcome> {
  const tool = tools.find(({ name }) => name === call.name)
  if (!tool)
    return refuse(
      `There is no tool ${call.name.slice(0, 60)}. The tools are ${tools.map(({ name }) => name).join(', ')}.`,
    )
  const input = tool.input.safeParse(withoutNulls(call.input))
  if (!input.success) return refuse(explainInput(call, input.error))
  try {
    return await tool.run(input.data, context, signal)
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.message)
    // Nested deeper than any stack, or longer than any text.
    if (error instanceof RangeError) return refuse(`That is too large or too deeply nested for ${call.name}.`)
    throw error
  }
}

/** Some models write null for what they leave out. */
function withoutNulls(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}

function refuse(text: string): ToolOutcome {
  return { ...outcome(text), isError: true }
}

function explainInput({ name, input }: ToolCall, error: z.ZodError): string {
  if (typeof input === 'string')
    return `The input of ${name} is no whole JSON object. Write it again; if it was too long, change less at once.`
  return `The input of ${name} is not as its schema says.\n${z.prettifyError(error).slice(0, 1_000)}`
}

function describe({ name, input }: Tool): ToolDescription {
  const { $schema, ...inputSchema } = z.toJSONSchema(input, { io: 'input' })
  return { name, description: readText(`tools/${name.replace('_', '-')}.md`), inputSchema }
}
