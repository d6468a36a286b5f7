import type { TextBlock } from '@bindery/contract'
import { diffArrays } from 'diff'

// Beyond it the texts have little in common, and looking for what they share takes the square of it.
const maxAgentJobs = 300
// Together with it this takes 30 ms of a process that serves everybody; no page that people read has as many.
const mostBlocks = 5_000
// What stands around a change, so that a reader sees where it is.
const context = 1

/** What one Markdown text has in place of another, by paragraphs, lists, code blocks and the like. Null if there are too many. */
export function diffBlocks(before: string, after: string): TextBlock[] | null {
  const [old, now] = [splitBlocks(before), splitBlocks(after)]
  if (Math.max(old.length, now.length) > mostBlocks) return null
  const parts = diffArrays(old, now, { maxEditLength: maxAgentJobs }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: now },
  ]
  const blocks = parts.flatMap(({ added, removed, value }) => {
    const mark = added ? 'added' : removed ? 'removed' : 'same'
    return value.map((text): Omit<TextBlock, 'skipped'> => ({ mark, text }))
  })
  return leaveOutFar(blocks)
}

/** Only what changed and its neighbours, with how many blocks are left out before each. */
function leaveOutFar(blocks: Omit<TextBlock, 'skipped'>[]): TextBlock[] {
  const shown: TextBlock[] = []
  let skipped = 0
  for (const [index, block] of blocks.entries()) {
    const around = blocks.slice(Math.max(0, index - context), index + context + 1)
    if (around.every(({ mark }) => mark === 'same')) {
      skipped++
      continue
    }
    shown.push({ ...block, skipped })
    skipped = 0
  }
  return shown
}

/** Blank lines separate blocks, but not within a fenced one. */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  let fence = ''
  const end = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'))
    lines = []
  }
  for (const line of text.split('\n')) {
    fence = followFence(fence, line.trim())
    if (line.trim() === '' && fence === '') end()
    else lines.push(line)
  }
  end()
  return blocks
}

/** The fence that is open after a line: one of backticks or tildes, closed by one as long or longer. */
function followFence(open: string, line: string): string {
  const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0]
  if (mark === undefined) return open
  if (open === '') return mark
  return line === mark && mark.startsWith(open) ? '' : open
}
