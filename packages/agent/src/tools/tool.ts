import type { z } from 'zod'
import type { Change, Tree } from '../tree/tree.ts'

/** What the tools work on. */
export interface ToolContext {
  tree: Tree
  /** The repository before the first change; what its settings refer to stays documentation. */
  base?: Tree
  /** The folder of the documentation in the repository; empty: the whole of it. */
  docsPath: string
  /** What is wrong with the changed site and was not before. */
  check(signal: AbortSignal): Promise<Diagnostic[]>
  /** Without it descriptions in YAML are refused. */
  parseYaml?(text: string): unknown
}

export interface Diagnostic {
  file: string
  line?: number
  kind: string
  message: string
}

export interface ToolOutcome {
  /** Written for the model. */
  text: string
  isError: boolean
  changes: Change[]
  changedLines: number
  finish?: { title: string; summary: string }
}

export interface Tool<Input = unknown> {
  name: string
  input: z.ZodType<Input>
  run(input: Input, context: ToolContext, signal: AbortSignal): Promise<ToolOutcome>
}

export function outcome(text: string): ToolOutcome {
  return { text, isError: false, changes: [], changedLines: 0 }
}
