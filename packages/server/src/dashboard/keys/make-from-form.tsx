import { createKeyWithin, type MadeKey } from '../../core/keys/create-key.ts'
import type { ListedKey } from '../../core/keys/list-keys.ts'
import { makeKeyOnce } from '../../core/keys/make-key-once.ts'
import { rotateKeyWithin } from '../../core/keys/rotate-key.ts'
import type { Answer } from '../answer.ts'
import type { DashboardDeps } from '../dashboard-deps.ts'
import { oncePerForm } from '../view/forms/form-id.tsx'
import { renderPage } from '../view/render-page.ts'
import type { Form, MemberVisit } from '../visit.ts'
import { MadeKeyPage, SentBefore } from './made-key.tsx'
import { pickDomain } from './pick-domain.ts'
import { readExpiry, readKeyForm, readOverlap } from './read-key-form.ts'

type Deps = Pick<DashboardDeps, 'db' | 'limits' | 'publicUrl'>

export async function makeFromForm(deps: Deps, visit: MemberVisit, form: Form): Promise<Answer> {
  const { organizationId } = visit.organization
  const request = { organizationId, ...readKeyForm(form) }
  const made = await oncePerForm(form, (formKey) =>
    makeKeyOnce(deps.db, { organizationId, formKey }, (trx) => createKeyWithin(trx, request, visit.actor, deps.limits)),
  )
  return answer(deps, visit, made, { name: request.name, projectIds: request.projectIds })
}

export async function rotateFromForm(deps: Deps, visit: MemberVisit, old: ListedKey, form: Form): Promise<Answer> {
  const { organizationId } = visit.organization
  const overlapSeconds = readOverlap(form)
  const rotation = { keyId: old.id, overlapSeconds, expiresInDays: readExpiry(form) }
  const made = await oncePerForm(form, (formKey) =>
    makeKeyOnce(deps.db, { organizationId, formKey }, (trx) =>
      rotateKeyWithin(trx, { organizationId }, rotation, visit.actor, deps.limits),
    ),
  )
  const { name, projectIds, prefix } = old
  return answer(deps, visit, made, { name, projectIds, replaced: { prefix, overlapSeconds } })
}

interface About {
  name: string
  projectIds: readonly string[] | null
  replaced?: { prefix: string; overlapSeconds: number }
}

/** The one page that ever holds a key: the answer to the form itself, kept by no cache and named by no address. */
async function answer(
  deps: Deps,
  visit: MemberVisit,
  made: MadeKey | undefined,
  { projectIds, ...about }: About,
): Promise<Answer> {
  if (!made) return renderPage(<SentBefore visit={visit} />, 409)
  const domain = await pickDomain(deps, visit.organization.organizationId, projectIds)
  const publicUrl = deps.publicUrl.replace(/\/$/, '')
  return renderPage(<MadeKeyPage visit={visit} made={made} publicUrl={publicUrl} domain={domain} {...about} />)
}
