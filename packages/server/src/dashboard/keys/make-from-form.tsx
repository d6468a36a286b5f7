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
import { readExpiry, readKeyForm, readOverlap } from './read-key-form.ts'

type Deps = Pick<DashboardDeps, 'db' | 'limits' | 'publicUrl'>

export async function makeFromForm(deps: Deps, visit: MemberVisit, form: Form): Promise<Answer> {
  const { organizationId } = visit.organization
  const request = { organizationId, ...readKeyForm(form) }
  const made = await oncePerForm(form, (formKey) =>
    makeKeyOnce(deps.db, { organizationId, formKey }, (trx) => createKeyWithin(trx, request, visit.actor, deps.limits)),
  )
  return answer(deps, visit, made, { name: request.name })
}

export async function rotateFromForm(deps: Deps, visit: MemberVisit, old: ListedKey, form: Form): Promise<Answer> {
  const { organizationId } = visit.organization
  const overlapSeconds = readOverlap(form)
  const rotation = { keyId: old.id, organizationId, overlapSeconds, expiresInDays: readExpiry(form) }
  const made = await oncePerForm(form, (formKey) =>
    makeKeyOnce(deps.db, { organizationId, formKey }, (trx) =>
      rotateKeyWithin(trx, rotation, visit.actor, deps.limits),
    ),
  )
  return answer(deps, visit, made, { name: old.name, replaced: { prefix: old.prefix, overlapSeconds } })
}

/** The one page that ever holds a key: the answer to the form itself, kept by no cache and named by no address. */
async function answer(
  { publicUrl }: Deps,
  visit: MemberVisit,
  made: MadeKey | undefined,
  about: { name: string; replaced?: { prefix: string; overlapSeconds: number } },
): Promise<Answer> {
  if (!made) return renderPage(<SentBefore visit={visit} />, 409)
  return renderPage(<MadeKeyPage visit={visit} made={made} publicUrl={publicUrl.replace(/\/$/, '')} {...about} />)
}
