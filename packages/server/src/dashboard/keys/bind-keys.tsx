import { findListedKey, type ListedKey, listKeys } from '../../core/keys/list-keys.ts'
import { revokeKey } from '../../core/keys/revoke-key.ts'
import { listProjects } from '../../core/projects/list-projects.ts'
import { readId } from '../../http/read-id.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { noSuchPage } from '../problem.ts'
import type { MemberVisit } from '../visit.ts'
import { KeyList } from './key-list.tsx'
import { KeyPage } from './key-page.tsx'
import { makeFromForm, rotateFromForm } from './make-from-form.tsx'
import { NewKey } from './new-key.tsx'
import { pickDomain } from './pick-domain.ts'
import { RotateKey } from './rotate-key.tsx'

const pagePath = '/dashboard/:organization/keys'

export function bindKeys(app: Dashboard, handlers: PageHandlers): void {
  const { db } = handlers.deps
  const projectsOf = ({ organization }: MemberVisit) => listProjects(db, organization.organizationId)

  bindPage(app, handlers, { operation: 'showKeys', path: pagePath, needs: 'viewer' }, async (visit) => (
    <KeyList
      visit={visit}
      keys={await listKeys(db, visit.organization.organizationId)}
      projects={await projectsOf(visit)}
    />
  ))
  bindPage(app, handlers, { operation: 'showNewKey', path: `${pagePath}/new`, needs: 'admin' }, async (visit) => (
    <NewKey visit={visit} projects={await projectsOf(visit)} />
  ))
  bindAction(
    app,
    handlers,
    { operation: 'createKey', path: `${pagePath}/new`, needs: 'admin' },
    (visit, form) => makeFromForm(handlers.deps, visit, form),
    async (visit, form, problem) => (
      <NewKey visit={visit} projects={await projectsOf(visit)} form={form} refusal={problem.message} />
    ),
  )
  bindOneKey(app, handlers)
}

function bindOneKey(app: Dashboard, handlers: PageHandlers): void {
  const { db } = handlers.deps
  const path = `${pagePath}/:key`
  const find = async (visit: MemberVisit): Promise<ListedKey> => {
    const id = readId(visit.c, 'key', 'key')
    const key = id && (await findListedKey(db, visit.organization.organizationId, id))
    if (!key) throw noSuchPage()
    return key
  }

  bindPage(app, handlers, { operation: 'showKey', path, needs: 'viewer' }, async (visit) => {
    const { organizationId } = visit.organization
    const apiKey = await find(visit)
    const [projects, domain] = await Promise.all([
      listProjects(db, organizationId),
      pickDomain(handlers.deps, organizationId, apiKey.projectIds),
    ])
    const publicUrl = handlers.deps.publicUrl.replace(/\/$/, '')
    return <KeyPage visit={visit} apiKey={apiKey} projects={projects} publicUrl={publicUrl} domain={domain} />
  })
  bindPage(app, handlers, { operation: 'showKeyRotation', path: `${path}/rotate`, needs: 'admin' }, async (visit) => (
    <RotateKey visit={visit} apiKey={await find(visit)} />
  ))
  bindAction(
    app,
    handlers,
    { operation: 'rotateKey', path: `${path}/rotate`, needs: 'admin' },
    async (visit, form) => rotateFromForm(handlers.deps, visit, await find(visit), form),
    async (visit, form, problem) => (
      <RotateKey visit={visit} apiKey={await find(visit)} form={form} refusal={problem.message} />
    ),
  )
  bindAction(app, handlers, { operation: 'revokeKey', path: `${path}/revoke`, needs: 'admin' }, async (visit) => {
    const { id, name } = await find(visit)
    const { organization, actor } = visit
    await revokeKey(db, organization, id, actor)
    return redirect(`/dashboard/${organization.organizationId}/keys`, `The key ${name} is revoked and no longer works.`)
  })
}
