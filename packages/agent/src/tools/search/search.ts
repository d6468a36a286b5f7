import { z } from 'zod'
import { limits } from '../../limits.ts'
import { Refusal } from '../../tree/tree.ts'
import { outcome, type Tool } from '../tool.ts'
import { searchApart } from './search-apart.ts'

const input = z.strictObject({
  text: z.string().min(1).max(500),
  isPattern: z.boolean().optional(),
  ignoreCase: z.boolean().optional(),
  folder: z.string().optional(),
})

export const search: Tool<z.infer<typeof input>> = {
  name: 'search',
  input,
  async run({ text, isPattern = false, ignoreCase = false, folder = '' }, { tree }, signal) {
    if (isPattern) expectPattern(text)
    const found = await searchApart({ root: tree.root, folder, text, isPattern, ignoreCase }, signal)
    const notes = [
      found.isFull && `[more matches than ${limits.searchMatches}: search for something rarer, or in one folder]`,
      found.isTooMuch && '[there was too much to search: name a folder]',
      found.isCut && `[only the first ${limits.walkedFiles} files were searched]`,
    ]
    const lines = found.matches.length > 0 ? found.matches : ['Nothing matches.']
    return outcome([...lines, ...notes.filter(Boolean)].join('\n'))
  },
}

/** Reads it, and never runs it here. */
function expectPattern(pattern: string): void {
  try {
    new RegExp(pattern)
  } catch (error) {
    throw new Refusal(`The pattern is not valid: ${error instanceof Error ? error.message : error}`)
  }
}
