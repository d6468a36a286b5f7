import { z } from 'zod'
import { cleanPath } from '../tree/clean-path.ts'
import { readPage } from '../tree/read-page.ts'
import { Refusal } from '../tree/tree.ts'
import { addRedirect } from './add-redirect.ts'
import { savePages } from './save-pages.ts'
import type { Tool } from './tool.ts'

const input = z.strictObject({ from: z.string().min(1), to: z.string().min(1) })

export const move: Tool<z.infer<typeof input>> = {
  name: 'move',
  input,
  async run(given, context) {
    const [from, to] = [cleanPath(given.from), cleanPath(given.to)]
    const content = await readPage(context.tree, from)
    if ((await context.tree.readBytes(to, Number.MAX_SAFE_INTEGER)) !== undefined)
      throw new Refusal(`${to} already exists.`)
    const savings = [
      { path: to, before: content, after: content },
      { path: from, before: '', after: null },
    ]
    const redirect = await addRedirect(context, { from, to })
    const led = redirect ? ` A redirect in ${redirect.path} leads readers on.` : ''
    const sentence = `Moved ${from} to ${to}.${led} The navigation and links to the page still name its old place.`
    return savePages(context, redirect ? [...savings, redirect] : savings, sentence)
  },
}
