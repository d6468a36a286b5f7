import { expectDocument } from '../documents/expect-document.ts'
import { cleanPath } from '../tree/clean-path.ts'
import { countChangedLines } from './count-changed-lines.ts'
import { outcome, type ToolContext, type ToolOutcome } from './tool.ts'

export interface Saving {
  path: string
  before: string | undefined
  after: string | null
}

/** The one door through which files change. */
export async function savePages(context: ToolContext, savings: Saving[], text: string): Promise<ToolOutcome> {
  const { tree, base, docsPath } = context
  const place = { tree, settings: base ? [base, tree] : [tree], docsPath }
  for (const { path, after } of savings) await expectDocument(place, path, after)
  const changes = savings.map(({ path, after }) => ({ path: cleanPath(path), content: after }))
  for (const { path, content } of changes) {
    if (content === null) await tree.remove(path)
    else await tree.write(path, content)
  }
  const changedLines = savings.reduce((sum, { before, after }) => sum + countChangedLines(before ?? '', after ?? ''), 0)
  return { ...outcome(text), changes, changedLines }
}
