import { z } from 'zod'
import { Refusal } from '../tree/tree.ts'
import { outcome, type Tool } from './tool.ts'

const input = z.strictObject({ title: z.string().trim().min(1).max(120), summary: z.string().trim().min(1).max(4_000) })

export const finish: Tool<z.infer<typeof input>> = {
  name: 'finish',
  input,
  async run(given) {
    const title = plain(given.title).replace(/\s+/g, ' ').trim()
    const summary = plain(given.summary).trim()
    if (title === '' || summary === '') throw new Refusal('The title and the summary must say something.')
    return { ...outcome('Finished.'), finish: { title, summary } }
  },
}

/** Without what steers a terminal or turns the direction of a text: people read it. Joiners of scripts and emoji stay. */
function plain(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
}
