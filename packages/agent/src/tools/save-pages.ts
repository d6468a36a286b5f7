import { limits } from '../limits.ts'
import { cleanPath } from '../tree/clean-path.ts'
import { Refusal } from '../tree/tree.ts'
import { countChangedLines } from './count-changed-lines.ts'
import { type Desk, outcome, type ToolOutcome } from './tool.ts'

export interface Saving {
  path: string
  before: string | undefined
  after: string | null
}

/** The one door through which files change. */
export async function savePages({ tree, docsPath }: Desk, savings: Saving[], text: string): Promise<ToolOutcome> {
  for (const { path, after } of savings) guardChange(path, docsPath, after)
  const changes = savings.map(({ path, after }) => ({ path: cleanPath(path), content: after }))
  for (const { path, content } of changes) {
    if (content === null) await tree.remove(path)
    else await tree.write(path, content)
  }
  const changedLines = savings.reduce((sum, { before, after }) => sum + countChangedLines(before ?? '', after ?? ''), 0)
  return { ...outcome(text), changes, changedLines }
}

// A pull request makes a git host run what the repository tells it to: pages are written here, and nothing that is run.
const documents = /\.(mdx?|json|ya?ml|txt|css|svg|html|csv|jsx)$/i
const programs =
  /(^|\/)(package(-lock)?\.json|composer\.json|tsconfig.*\.json|deno\.jsonc?|requirements.*\.txt|constraints\.txt|cmakelists\.txt|[^/]*(pipelines?|workflows?|ci)\.ya?ml|[^/]*compose[^/]*\.ya?ml|action\.ya?ml)$/i
// Builders and hosts have their settings at a root, under more names than anybody could list: there only what is known.
const data = /\.(json|ya?ml|txt)$/i
const knownData = /^((docs|mint)\.json|(llms|llms-full|robots)\.txt|[^/]*(api|swagger)[^/]*\.(json|ya?ml))$/i

function guardChange(given: string, docsPath: string, content: string | null): void {
  const path = cleanPath(given)
  const folder = cleanPath(docsPath)
  if (folder !== '' && !path.startsWith(`${folder}/`))
    throw new Refusal(`${path} is not in the documentation: only files below ${folder}/ can be changed.`)
  if (path.split('/').some((part) => part.startsWith('.')))
    throw new Refusal(`${path} is hidden: files and folders that begin with a dot are left alone.`)
  const inFolder = folder === '' ? path : path.slice(folder.length + 1)
  const isUnknown = data.test(path) && !inFolder.includes('/') && !knownData.test(inFolder)
  if (!documents.test(path) || programs.test(path) || isUnknown)
    throw new Refusal(
      `${path} is no document: pages, data, styles and pictures in text can be changed, nothing that is run.`,
    )
  if (content !== null && Buffer.byteLength(content) > limits.fileBytes)
    throw new Refusal(`${path} would be larger than ${limits.fileBytes} bytes.`)
}
