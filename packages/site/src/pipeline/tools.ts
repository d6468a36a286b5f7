import { createSpecCache, type SpecCache } from '../plan/openapi/spec-cache.ts'
import { createHighlighter, type HighlightCache, type Highlighter } from '../render/highlight/create-highlighter.ts'
import { createUtilities, type Utilities } from '../render/utilities/create-utilities.ts'

/** What a render process keeps warm from page to page. */
export interface Tools {
  highlighter: Highlighter
  specs: SpecCache
  utilities: Utilities
  /** Of the organization whose page is at hand. */
  highlightCache?: HighlightCache | undefined
}

export async function createTools(): Promise<Tools> {
  return {
    highlighter: await createHighlighter(),
    specs: createSpecCache(),
    utilities: createUtilities(),
  }
}
