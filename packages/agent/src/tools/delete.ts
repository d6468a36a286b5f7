import { z } from 'zod'
import { readPage } from '../tree/read-page.ts'
import { savePages } from './save-pages.ts'
import type { Tool } from './tool.ts'

const input = z.strictObject({ path: z.string().min(1) })

/** Named so because `delete` is a word of the language. */
export const deletePage: Tool<z.infer<typeof input>> = {
  name: 'delete',
  input,
  async run({ path }, context) {
    const before = await readPage(context.tree, path)
    return savePages(context, [{ path, before, after: null }], `Deleted ${path}.`)
  },
}
