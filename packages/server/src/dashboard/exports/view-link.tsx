import { encodePath } from '@bindery/bundle'
import { at } from '../view/layout/page.tsx'
import type { MemberVisit } from '../visit.ts'

interface Props {
  visit: MemberVisit
  exportId: string
  /** Of the page within the site. */
  path: string
}

/** Opens a page of an export in its preview, beside the dashboard. */
export function ViewLink({ visit, exportId, path }: Props) {
  return <Beside href={viewPath(visit, exportId, path)} words="View page" of={path} />
}

/** The same for its first page. */
export function ViewSite({ visit, exportId, domain }: Omit<Props, 'path'> & { domain: string }) {
  return <Beside href={viewPath(visit, exportId)} words="View site" of={`of export ${exportId}, ${domain}`} />
}

/** The same for the page that a source file has become, wherever that is. */
export function ViewSource({ visit, exportId, source }: Omit<Props, 'path'> & { source: string }) {
  const href = at(visit, `/exports/${exportId}/source/${encodePath(source)}`)
  return <Beside href={href} words="View page" of={source} />
}

function Beside({ href, words, of }: { href: string; words: string; of: string }) {
  return (
    <a class="nowrap" href={href} target="_blank" rel="noopener" aria-label={`${words} ${of}`}>
      {words}
    </a>
  )
}

export function viewPath(visit: MemberVisit, exportId: string, path = ''): string {
  return at(visit, `/exports/${exportId}/view${path === '' ? '' : `/${encodePath(path)}`}`)
}

/** Whether a source file becomes a page of its own, as docs.json and snippets do not. */
export function isPageSource(file: string): boolean {
  return /\.mdx?$/.test(file) && !/(?:^|\/)_?snippets\//.test(file)
}
