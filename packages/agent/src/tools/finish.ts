import { z } from 'zod'
import { outcome, type Tool } from './tool.ts'

const input = z.strictObject({ title: z.string().trim().min(1).max(120), summary: z.string().trim().min(1).max(4_000) })

export const finish: Tool<z.infer<typeof input>> = {
  name: 'finish',
  input,
  async run({ title, summary }) {
    return { ...outcome('Finished.'), finish: { title: title.replace(/\s+/g, ' '), summary } }
  },
}
