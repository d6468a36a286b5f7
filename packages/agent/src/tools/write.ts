import { z } from 'zod'
import { findPage } from '../tree/read-page.ts'
import { Refusal } from '../tree/tree.ts'
import { savePages } from './save-pages.ts'
import type { Tool } from './tool.ts'

const input = z.strictObject({ path: z.string().min(1), content: z.string() })

export const write: Tool<z.infer<typeof input>> = {
  name: 'write',
  input,
  async run({ path, content }, context) {
    if (content.includes('\0')) throw new Refusal('The content holds a NUL character.')
    const before = await findPage(context.tree, path)
    if (before === content) throw new Refusal(`${path} already holds exactly this.`)
    return savePages(
      context,
      [{ path, before, after: content }],
      `${before === undefined ? 'Created' : 'Rewrote'} ${path}.`,
    )
  },
}
