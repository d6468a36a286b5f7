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
  return (
    <a
      class="nowrap"
      href={viewPath(visit, exportId, path)}
      target="_blank"
      rel="noopener"
      aria-label={`View page ${path}`}
    >
      View page
    </a>
  )
}

export function viewPath(visit: MemberVisit, exportId: string, path = ''): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return at(visit, `/exports/${exportId}/view${path === '' ? '' : `/${encoded}`}`)
}

/** The page that a source file becomes; undefined for what is no page of its own, such as docs.json or a snippet. */
export function pageOfFile(file: string): string | undefined {
  if (!/\.mdx?$/.test(file) || /(?:^|\/)(?:_?snippets)\//.test(file)) return undefined
  return file.replace(/\.mdx?$/, '')
}
