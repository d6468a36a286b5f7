import { createHighlighter, type Highlighter } from './highlight/create-highlighter.ts'

/** What a render process keeps warm from page to page. */
export interface Tools {
  highlighter: Highlighter
  /** The shared files that every page loads. */
  parts: { styles: string[]; earlyScripts: string[]; scripts: string[] }
}

export async function createTools(): Promise<Tools> {
  return {
    highlighter: await createHighlighter(),
    parts: { styles: [], earlyScripts: [], scripts: [] },
  }
}
