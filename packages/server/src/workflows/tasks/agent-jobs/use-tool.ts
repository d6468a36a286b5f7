import type { ToolCall, ToolOutcome } from '@bindery/agent'
import { openTree, useTool as useToolOn } from '@bindery/agent/tools'
import { parseYaml } from '@bindery/site'
import { never } from '../source/source-listing.ts'

export interface UseTool {
  call: ToolCall
  root: string
  /** The repository as it was before the first change. */
  base: string
  docsPath: string
}

/** A tool of the agent, on a file that may be large and was written by anybody. */
export async function useTool({ call, root, base, docsPath }: UseTool): Promise<ToolOutcome> {
  const context = { tree: await openTree(root), base: await openTree(base), docsPath, parseYaml, check: refuseCheck }
  return await useToolOn(call, context, never)
}

function refuseCheck(): never {
  throw new Error('A check starts tasks of its own: it cannot be one.')
}
