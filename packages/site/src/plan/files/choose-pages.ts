import { basename } from 'node:path/posix'
import { routeOf } from '../../model/paths.ts'

export interface ChosenFiles {
  /** The file of each page by its route. */
  pages: Map<string, string>
  /** `.mdx` and script files that pages may import. */
  sources: string[]
  /** Style sheets. */
  styles: string[]
  /** Pages and documents that stay out, and why. */
  leftOut: { file: string; reason: string }[]
  others: string[]
}

// Written for people and programs who work on the repository, never for the site's readers.
const repositoryFile =
  /^(?:readme|licen[cs]e.*|copying|notice|contributing|code_of_conduct|security|changelog|agents|claude|gemini|copilot-instructions|skill)\.md$/i
const snippetFolder = /(?:^|\/)_?snippets\//

/** Which files are pages of the site: the rule of what is published. */
export function choosePages(files: string[]): ChosenFiles {
  const chosen: ChosenFiles = { pages: new Map(), sources: [], styles: [], leftOut: [], others: [] }
  for (const file of files) {
    if (file.endsWith('.css')) chosen.styles.push(file)
    else if (!/\.(?:mdx|md|jsx|tsx|js|ts)$/.test(file)) chosen.others.push(file)
    else if (!/\.mdx?$/.test(file) || snippetFolder.test(file)) chosen.sources.push(file)
    else if (repositoryFile.test(basename(file))) chosen.leftOut.push({ file, reason: 'a file about the repository' })
    else addPage(file, chosen)
  }
  return chosen
}

/**
 * `a.mdx` and `a.md` claim one address: the first has it. Beside `a.mdx`, `a/index.mdx` keeps its full name. Files come
 * sorted, so `a.md` is seen before `a.mdx` and both before `a/index.mdx`.
 */
function addPage(file: string, { pages, leftOut }: ChosenFiles): void {
  const route = routeOf(file)
  const holder = pages.get(route)
  if (holder === undefined) return void pages.set(route, file)
  if (isIndex(file) && !isIndex(holder)) return void pages.set(`${route}/index`, file)
  pages.set(route, file)
  leftOut.push({ file: holder, reason: `its address belongs to ${file}` })
}

function isIndex(file: string): boolean {
  return /^index\.mdx?$/.test(basename(file))
}
