import { z } from 'zod'
import { limits } from '../limits.ts'
import { createFinder, findAll, replaceText } from '../text/find-text.ts'
import { readPage } from '../tree/read-page.ts'
import { Refusal } from '../tree/tree.ts'
import { savePages } from './save-pages.ts'
import type { Tool } from './tool.ts'

const input = z.strictObject({
  path: z.string().min(1),
  oldText: z.string().min(1),
  newText: z.string(),
  all: z.boolean().optional(),
})

export const edit: Tool<z.infer<typeof input>> = {
  name: 'edit',
  input,
  async run({ path, oldText, newText, all }, context) {
    const before = await readPage(context.tree, path)
    const [searched, replacement] = [oldText, newText].map((text) => matchLineEnds(text, before)) as [string, string]
    if (searched === replacement) throw new Refusal('oldText and newText are the same: nothing would change.')
    const count = findAll(before, searched).length
    if (count === 0) throw new Refusal(`${path} does not hold oldText. ${hint(before, oldText)}`)
    if (count > 1 && !all)
      throw new Refusal(`${path} holds oldText ${count} times. Give more of the lines around it, or set all to true.`)
    // Before it is made: of half a million places a page each would be a text that no memory holds.
    if (before.length + count * (replacement.length - searched.length) > limits.fileBytes)
      throw new Refusal(`${path} would be larger than ${limits.fileBytes} bytes.`)
    const after = replaceText(before, searched, replacement)
    return savePages(
      context,
      [{ path, before, after }],
      `Replaced ${count === 1 ? 'it' : `${count} places`} in ${path}.`,
    )
  },
}

/** A file of CRLF lines is shown with plain ones; what comes back fits it again. */
function matchLineEnds(text: string, file: string): string {
  const isCrlf = file.includes('\r\n') && !/(^|[^\r])\n/.test(file)
  return isCrlf ? text.replace(/\r?\n/g, '\r\n') : text
}

/** Larger files are not put on one line to be compared: the pages of real sites are smaller. */
const comparedLength = 200_000

function hint(file: string, oldText: string): string {
  const bare = (text: string) => text.replace(/\s+/g, ' ').trim()
  if (file.length <= comparedLength && createFinder(bare(oldText))(bare(file)) >= 0)
    return 'It differs only in spaces or line ends: read the lines and copy them exactly.'
  return 'Read the file again: it must be copied exactly, without line numbers.'
}
