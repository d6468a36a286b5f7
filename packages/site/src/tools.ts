import { createHighlighter, type Highlighter } from './highlight/create-highlighter.ts'

/** What a render process keeps warm from page to page. */
export interface Tools {
  highlighter: Highlighter
  icon(name: string): string | undefined
  /** The shared files that every page loads. */
  parts: { styles: string[]; earlyScripts: string[]; scripts: string[] }
}

export async function createTools(): Promise<Tools> {
  return {
    highlighter: await createHighlighter(),
    icon: () => undefined,
    parts: { styles: [], earlyScripts: [], scripts: [] },
  }
}
