import type { Visit } from '../../visit.ts'

/** What came of the action that led here. */
export function Notice({ visit }: { visit: Visit }) {
  if (!visit.notice) return null
  return (
    <p class="notice" role="status">
      {visit.notice}
    </p>
  )
}
