import { z } from 'zod'
import { limits } from '../limits.ts'
import { readPage } from '../tree/read-page.ts'
import { Refusal } from '../tree/tree.ts'
import { outcome, type Tool, type ToolContext } from './tool.ts'

const input = z.strictObject({ path: z.string().min(1), operation: z.string().min(1).optional() })

type Description = { paths?: Record<string, Record<string, { summary?: string }> | undefined> }

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

export const readOpenapi: Tool<z.infer<typeof input>> = {
  name: 'read_openapi',
  input,
  async run({ path, operation }, context) {
    const description = parseDescription(path, await readPage(context.tree, path, limits.openapiBytes), context)
    const operations = listOperations(description)
    if (operation === undefined) return outcome(cut(operations.map(({ title }) => title).join('\n')))
    const searched = operation.trim().toLowerCase().replace(/\s+/, ' ')
    const found = operations.find(({ name }) => name.toLowerCase() === searched)
    if (!found) throw new Refusal(`${path} has no operation ${operation}. Call read_openapi without one for the list.`)
    return outcome(cut(writeWithReferences(found.name, found.value, description)))
  },
}

function parseDescription(path: string, text: string, { parseYaml }: ToolContext): Description {
  const isJson = /^\s*\{/.test(text)
  if (!isJson && !parseYaml) throw new Refusal(`${path} is YAML, which cannot be parsed here: use read.`)
  try {
    const value: unknown = isJson || !parseYaml ? JSON.parse(text) : parseYaml(text)
    if (typeof value === 'object' && value !== null && 'paths' in value) return value as Description
  } catch (error) {
    throw new Refusal(
      `${path} cannot be parsed: ${error instanceof Error ? error.message.slice(0, 300) : 'no reason given'}`,
    )
  }
  throw new Refusal(`${path} is no OpenAPI description: it has no paths.`)
}

function listOperations({ paths }: Description) {
  return Object.entries(paths ?? {}).flatMap(([path, item]) =>
    methods
      .filter((method) => typeof item?.[method] === 'object' && item[method] !== null)
      .map((method) => {
        const name = `${method.toUpperCase()} ${path}`
        const value = item?.[method]
        return { name, value, title: typeof value?.summary === 'string' ? `${name}: ${value.summary}` : name }
      }),
  )
}

/** The operation, and whatever it refers to, each once, the nearest first. */
function writeWithReferences(name: string, value: unknown, description: Description): string {
  const parts = new Map([[name, write(value)]])
  for (const [, text] of parts) {
    for (const [, pointer = ''] of text.matchAll(/"\$ref": "(#\/[^"]+)"/g)) {
      if (!parts.has(pointer)) parts.set(pointer, write(followPointer(description, pointer)))
    }
    if (parts.size > 200) break
  }
  return [...parts].map(([title, text]) => `${title}\n${text}`).join('\n\n')
}

function followPointer(description: unknown, pointer: string): unknown {
  const names = pointer
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.reduce<unknown>((value, name) => {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    return isThere ? (value as Record<string, unknown>)[name] : undefined
  }, description)
}

function write(value: unknown): string {
  try {
    return JSON.stringify(value, null, 1) ?? '(not there)'
  } catch {
    return '(refers to itself)'
  }
}

function cut(text: string): string {
  return text.length > limits.readLength
    ? `${text.slice(0, limits.readLength)}\n[cut]`
    : text || 'It has no operations.'
}
