import type { PropsWithChildren } from 'hono/jsx'
import type { MemberVisit } from '../visit.ts'
import { at } from './layout/page.tsx'
import { Live } from './live.tsx'

interface Props {
  visit: MemberVisit
  path: string
  revision: string
}

/** A list that the script keeps up to date, with the filters of the page. */
export function LiveList({ visit, path, revision, children }: PropsWithChildren<Props>) {
  const { search } = new URL(visit.c.req.url)
  const narrowed = new URLSearchParams(search)
  narrowed.delete('since')
  const query = narrowed.toString()
  return (
    <Live href={`${at(visit, path)}${query && `?${query}`}`} revision={revision} ended={false}>
      {children}
    </Live>
  )
}
