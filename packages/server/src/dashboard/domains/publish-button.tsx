import type { DomainView, PublishableExport } from '../../core/publications/view-domain.ts'
import { ActionForm } from '../view/forms/form.tsx'
import { FormId } from '../view/forms/form-id.tsx'
import { Status } from '../view/status.tsx'
import type { MemberVisit } from '../visit.ts'

interface Props {
  visit: MemberVisit
  view: DomainView
  row: PublishableExport
  mayChange: boolean
}

/** Forth or back, as seen from the current export; nothing where the files are gone, or the domain is pinned. */
export function PublishButton({ visit, view: { current, exports }, row, mayChange }: Props) {
  if (row.id === current.jobId) return <Status of="live" />
  if (!row.available) return <span class="quiet">files deleted</span>
  if (!mayChange || current.pin !== null) return <>–</>
  const now = exports.find(({ id }) => id === current.jobId)
  // The current export is older than all that are shown, if it is not among them.
  const isBack = now !== undefined && row.created_at < now.created_at
  return (
    <ActionForm visit={visit} action={actionOf(visit, current.domain, isBack ? 'rollback' : 'publish')}>
      <FormId />
      <input type="hidden" name="jobId" value={row.id} />
      <button type="submit">{isBack ? 'Roll back to this' : 'Publish'}</button>
    </ActionForm>
  )
}

export function actionOf({ organization }: MemberVisit, domain: string, action: string): string {
  return `/dashboard/${organization.organizationId}/domains/${domain}/${action}`
}
