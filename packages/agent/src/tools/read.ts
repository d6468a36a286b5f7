import { z } from 'zod'
import { limits } from '../limits.ts'
import { readPage } from '../tree/read-page.ts'
import { Refusal } from '../tree/tree.ts'
import { outcome, type Tool } from './tool.ts'

const input = z.strictObject({
  path: z.string().min(1),
  from: z.int().min(1).optional(),
  to: z.int().min(1).optional(),
})

export const read: Tool<z.infer<typeof input>> = {
  name: 'read',
  input,
  async run({ path, from = 1, to = Number.MAX_SAFE_INTEGER }, { tree }) {
    const lines = (await readPage(tree, path)).replace(/\r?\n$/, '').split(/\r?\n/)
    if (from > lines.length) throw new Refusal(`${path} has ${lines.length} lines.`)
    if (to < from) throw new Refusal('to is less than from.')
    const shown = takeLines(lines.slice(from - 1, to), from)
    const last = from - 1 + shown.length
    const rest = last < lines.length ? `\n[lines ${from} to ${last} of ${lines.length}]` : ''
    return outcome(shown.join('\n') + rest)
  },
}

function takeLines(lines: string[], from: number): string[] {
  const shown: string[] = []
  let length = 0
  for (const line of lines.slice(0, limits.readLines)) {
    const text = `${from + shown.length}\t${line}`
    length += text.length
    // A single line may be longer than all that is shown; its beginning is better than nothing.
    if (length > limits.readLength) return shown.length > 0 ? shown : [`${text.slice(0, limits.readLength)} [line cut]`]
    shown.push(text)
  }
  return shown
}
