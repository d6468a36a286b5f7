import { type DiffLine, diffLines } from './diff-lines.ts'

export interface ToolUse {
  /** In a line: which tool, on what. */
  summary: string
  /** What it changes, where that can be told from what was asked. */
  diff: DiffLine[]
}

/** A use of a tool as the agent asked for it. Whatever stands in `input` was written by a model: it is only ever text. */
export function describeTool(tool: string, input: Record<string, unknown>): ToolUse {
  const said = (name: string) => (typeof input[name] === 'string' ? input[name] : '')
  switch (tool) {
    case 'edit':
      return { summary: `Edit ${said('path')}`, diff: diffLines(said('oldText'), said('newText')) }
    case 'write':
      return { summary: `Write ${said('path')}`, diff: diffLines('', said('content')) }
    case 'delete':
      return { summary: `Delete ${said('path')}`, diff: [] }
    case 'move':
      return { summary: `Move ${said('from')} to ${said('to')}`, diff: [] }
    case 'navigation':
      return { summary: `Navigation: ${said('action')} ${said('page')}`, diff: [] }
    case 'read':
      return { summary: `Read ${said('path')}`, diff: [] }
    case 'search':
      return { summary: `Search for “${said('text')}”`, diff: [] }
    case 'list':
      return { summary: `List ${said('folder') || 'all files'}`, diff: [] }
    case 'check':
      return { summary: 'Check the site', diff: [] }
    case 'finish':
      return { summary: 'Finish', diff: [] }
    default:
      return { summary: tool, diff: [] }
  }
}
