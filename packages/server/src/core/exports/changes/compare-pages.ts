import { comparePaths, type ManifestFile } from '@bindery/bundle'
import type { PageChange } from '@bindery/contract'

/** What a page is, by digests: of its text as the author wrote it, and of what a browser gets. */
interface PageContent {
  text?: string
  html?: string
}

/** Pages of a site by their addresses. */
export type SitePages = Map<string, PageContent>

/** Adds the file to the page that it is of. Files that pages share are of none. */
export function addFile(pages: SitePages, { path, sha256, page }: ManifestFile): void {
  if (page === undefined) return
  const kind = (['html', 'text'] as const).find((name) => path.endsWith(endings[name]))
  if (kind === undefined) return
  const address = path.slice(0, -endings[kind].length)
  const content = pages.get(address) ?? {}
  content[kind] = sha256
  pages.set(address, content)
}

const endings = { html: '.html', text: '.md' }

/**
 * What became of each page, in the order of addresses. A page that is gone and one that is new are the same one moved when
 * their texts are.
 */
export function comparePages(before: SitePages, after: SitePages): PageChange[] {
  const changes: PageChange[] = []
  const added: string[] = []
  for (const [path, content] of after) {
    const old = before.get(path)
    if (!isPage(content)) continue
    if (!old || !isPage(old)) added.push(path)
    else if (textOf(old) !== textOf(content)) changes.push({ kind: 'changed', path, from: null })
    else if (old.html !== content.html) changes.push({ kind: 'rendered', path, from: null })
  }
  const gone = groupByText(before, after)
  for (const path of added.sort(comparePaths)) {
    const from = gone.get(textOf(after.get(path)))?.shift()
    changes.push(from === undefined ? { kind: 'added', path, from: null } : { kind: 'moved', path, from })
  }
  for (const paths of gone.values()) {
    for (const path of paths) changes.push({ kind: 'removed', path, from: null })
  }
  return changes.sort((a, b) => comparePaths(a.path, b.path))
}

const isPage = ({ html }: PageContent) => html !== undefined

/** A page may be without its text: another file has its name. */
const textOf = (content: PageContent | undefined) => content?.text ?? content?.html ?? ''

/** The addresses of pages that are gone, by the digest of their texts. */
function groupByText(before: SitePages, after: SitePages): Map<string, string[]> {
  const gone = new Map<string, string[]>()
  for (const path of [...before.keys()].sort(comparePaths)) {
    const content = before.get(path)
    const now = after.get(path)
    if (!content || !isPage(content) || (now && isPage(now))) continue
    const paths = gone.get(textOf(content))
    if (paths) paths.push(path)
    else gone.set(textOf(content), [path])
  }
  return gone
}
