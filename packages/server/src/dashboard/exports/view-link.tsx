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

/** The page that a source file becomes; undefined for what is no page of its own, such as docs.json or a snippet. */
export function pageOfFile(file: string): string | undefined {
  if (!/\.mdx?$/.test(file) || /(?:^|\/)(?:_?snippets)\//.test(file)) return undefined
  return file.replace(/\.mdx?$/, '')
}
