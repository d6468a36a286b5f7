import type { DiffLine } from '../view/diff.tsx'
import { diffLines } from './diff-lines.ts'

export interface ToolUse {
  /** In a line: which tool, on what. */
  summary: string
  /** What it changes, where that can be told from what was asked. */
  diff: DiffLine[]
}

/** A use of a tool as the agent asked for it. Whatever stands in `input` was written by a model: it is only ever text. */
export function describeTool(tool: string, input: Record<string, unknown>): ToolUse {
  const textOf = (name: string) => (typeof input[name] === 'string' ? input[name] : '')
  switch (tool) {
    case 'edit':
      return { summary: `Edit ${textOf('path')}`, diff: diffLines(textOf('oldText'), textOf('newText')) }
    case 'write':
      return { summary: `Write ${textOf('path')}`, diff: diffLines('', textOf('content')) }
    case 'delete':
      return { summary: `Delete ${textOf('path')}`, diff: [] }
    case 'move':
      return { summary: `Move ${textOf('from')} to ${textOf('to')}`, diff: [] }
    case 'navigation':
      return { summary: `Navigation: ${textOf('action')} ${textOf('page')}`, diff: [] }
    case 'read':
      return { summary: `Read ${textOf('path')}`, diff: [] }
    case 'search':
      return { summary: `Search for “${textOf('text')}”`, diff: [] }
    case 'list':
      return { summary: `List ${textOf('folder') || 'all files'}`, diff: [] }
    case 'check':
      return { summary: 'Check the site', diff: [] }
    case 'finish':
      return { summary: 'Finish', diff: [] }
    default:
      return { summary: tool, diff: [] }
  }
}
