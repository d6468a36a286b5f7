import type { MemberVisit } from '../../visit.ts'
import { at } from './page.tsx'

interface Props extends Further {
  visit: MemberVisit
  /** Path of the list within the organization. */
  path: string
}

interface Further {
  /** What the list was narrowed to. */
  filters?: Record<string, string | undefined>
  cursor: string | null
  label?: string
}

/** Link to the next page of a list, if there is one. */
export function Older({ visit, path, ...further }: Props) {
  return <OlderAt href={at(visit, path)} {...further} />
}

/** The same for a list outside of an organization. */
export function OlderAt({ href, filters = {}, cursor, label = 'Older' }: Further & { href: string }) {
  if (cursor === null) return null
  const query = new URLSearchParams({ cursor })
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value)
  return (
    <p class="more">
      <a class="button" rel="next" href={`${href}?${query}`}>
        {label}
      </a>
    </p>
  )
}
