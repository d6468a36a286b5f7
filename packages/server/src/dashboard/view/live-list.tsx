import type { PropsWithChildren } from 'hono/jsx'
import type { MemberVisit } from '../visit.ts'
import { at } from './layout/page.tsx'
import { Live } from './live.tsx'

interface Props {
  visit: MemberVisit
  path: string
  revision: string
  /** Something in it is under way. */
  isMoving: boolean
}

/** A list that is followed with whatever it is narrowed to. Without script it is loaded anew while something moves. */
export function LiveList({ visit, path, revision, isMoving, children }: PropsWithChildren<Props>) {
  const { search } = new URL(visit.c.req.url)
  const narrowed = new URLSearchParams(search)
  narrowed.delete('since')
  const query = narrowed.toString()
  return (
    <Live href={`${at(visit, path)}${query && `?${query}`}`} revision={revision} ended={false} reload={isMoving}>
      {children}
    </Live>
  )
}
