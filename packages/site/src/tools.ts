import { createHighlighter, type Highlighter } from './highlight/create-highlighter.ts'

/** What a render process keeps warm from page to page. */
export interface Tools {
  highlighter: Highlighter
}

export async function createTools(): Promise<Tools> {
  return {
    highlighter: await createHighlighter(),
  }
}
