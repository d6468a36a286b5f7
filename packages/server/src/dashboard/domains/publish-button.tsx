import type { DomainView, PublishableExport } from '../../core/publications/view-domain.ts'
import { at } from '../view/layout/page.tsx'
import { Status } from '../view/status.tsx'
import type { MemberVisit } from '../visit.ts'

interface Props {
  visit: MemberVisit
  view: DomainView
  row: PublishableExport
  mayChange: boolean
}

/** Links to what would change. No link if the files are deleted, the domain is pinned or a rollback changes nothing. */
export function PublishButton({ visit, view, row, mayChange }: Props) {
  const { current } = view
  if (row.id === current.jobId) return <Status of="live" />
  if (!row.available) return <span class="quiet">files deleted</span>
  if (!mayChange || current.pin !== null) return <>–</>
  const back = isBack(view, row)
  if (back && row.hasLiveContent) return <span class="quiet">same content as live</span>
  const words = back ? 'Roll back to this' : 'Publish'
  return (
    <>
      {row.id === view.previous && <span class="badge">live before</span>}{' '}
      <a
        class="button"
        href={at(visit, `/domains/${current.domain}/publish/${row.id}`)}
        aria-label={`${words}: ${row.version ?? row.id}`}
      >
        {words}
      </a>
    </>
  )
}

/** Forth or back, as seen from the current export. */
export function isBack({ current, exports }: DomainView, row: Pick<PublishableExport, 'created_at'>): boolean {
  const now = exports.find(({ id }) => id === current.jobId)
  // The current export is older than all that are shown, if it is not among them.
  return now !== undefined && row.created_at < now.created_at
}

export function actionOf({ organization }: MemberVisit, domain: string, action: string): string {
  return `/dashboard/${organization.organizationId}/domains/${domain}/${action}`
}
