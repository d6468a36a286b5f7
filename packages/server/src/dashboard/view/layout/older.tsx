import type { MemberVisit } from '../../visit.ts'
import { at } from './page.tsx'

interface Props {
  visit: MemberVisit
  /** The list's own path. */
  path: string
  /** What the list was narrowed to. */
  filters?: Record<string, string | undefined>
  cursor: string | null
  label?: string
}

/** The way to the next page of a list, if there is one. */
export function Older({ visit, path, filters = {}, cursor, label = 'Older' }: Props) {
  if (cursor === null) return null
  const query = new URLSearchParams({ cursor })
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value)
  return (
    <p class="more">
      <a class="button" rel="next" href={`${at(visit, path)}?${query}`}>
        {label}
      </a>
    </p>
  )
}
