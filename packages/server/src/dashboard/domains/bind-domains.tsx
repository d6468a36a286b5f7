import { pinDomain as pinRoute, publishExport as publishRoute, rollBack as rollBackRoute } from '@bindery/contract'
import { expectExportPlan } from '../../core/access/export-plan.ts'
import { findChanges } from '../../core/exports/changes/find-changes.ts'
import { readExport } from '../../core/exports/read/read-export.ts'
import { pinDomain, unpinDomain } from '../../core/publications/pin-domain.ts'
import { publishExport } from '../../core/publications/publish-export.ts'
import { rollBack } from '../../core/publications/roll-back.ts'
import { viewDomain } from '../../core/publications/view-domain.ts'
import { readId } from '../../http/read-id.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { DashboardDeps } from '../dashboard-deps.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { parseForm, readText } from '../parse-form.ts'
import { noSuchPage } from '../problem.ts'
import { oncePerForm } from '../view/forms/form-id.tsx'
import type { Form, MemberVisit } from '../visit.ts'
import { DomainPage } from './domain-page.tsx'
import { describeRollBack, PublishPage } from './publish-page.tsx'

const pagePath = '/dashboard/:organization/domains/:domain'

/** What the hosts of a domain serve. Whoever may start exports may publish them. */
export function bindDomains(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const render = async (visit: MemberVisit, refusal?: string) => {
    expectExportPlan(visit.organization)
    return <DomainPage visit={visit} view={await viewDomain(deps.db, visit.caller, nameOf(visit))} refusal={refusal} />
  }
  bindPage(app, handlers, { operation: 'showDomain', path: pagePath, needs: 'viewer' }, (visit) => render(visit))
  bindPublish(app, handlers)
  for (const { operation, path, act } of listActions(deps)) {
    bindAction(
      app,
      handlers,
      { operation, path: `${pagePath}/${path}`, needs: 'writer' },
      async (visit, form) => {
        expectExportPlan(visit.organization)
        return redirect(homeOf(visit), await act(visit, form))
      },
      (visit, _form, { message }) => render(visit, message),
    )
    // A form that came back has its own address; opened anew, that is the domain's page.
    const entry = { operation: 'backToDomain', path: `${pagePath}/${path}`, needs: 'viewer' } as const
    bindPage(app, handlers, entry, (visit) => redirect(homeOf(visit)))
  }
}

/** What would change, with the form that makes it so. */
function bindPublish(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const entry = { operation: 'showPublish', path: `${pagePath}/publish/:export`, needs: 'writer' } as const
  bindPage(app, handlers, entry, async (visit) => {
    expectExportPlan(visit.organization)
    const { caller } = visit
    const [view, job] = await Promise.all([
      viewDomain(deps.db, caller, nameOf(visit)),
      readExport(deps.db, caller, readId(visit.c, 'export', 'export')),
    ])
    const { domain, jobId: since } = view.current
    if (job.domain !== domain || job.status !== 'completed') throw noSuchPage()
    if (view.current.pin !== null || since === job.id) return redirect(homeOf(visit))
    const request = { caller, exportId: job.id, since: since ?? '', limit: 50, cursor: 0 }
    const changes = since === null ? undefined : await findChanges(deps, request)
    return <PublishPage visit={visit} view={view} job={job} changes={changes} />
  })
}

const nameOf = ({ c }: MemberVisit) => (c.req.param('domain') ?? '').toLowerCase()
const homeOf = (visit: MemberVisit) =>
  `/dashboard/${visit.organization.organizationId}/domains/${encodeURIComponent(nameOf(visit))}`

interface Change {
  operation: string
  path: string
  /** Comes to what the page says afterwards. */
  act: (visit: MemberVisit, form: Form) => Promise<string>
}

function listActions(deps: DashboardDeps): Change[] {
  const { db } = deps
  const of = (visit: MemberVisit) => ({ caller: visit.caller, actor: visit.actor, domain: nameOf(visit) })
  return [
    {
      operation: 'publishExportByForm',
      path: 'publish',
      async act(visit, form) {
        const { jobId } = parseForm(publishRoute, { jobId: readText(form, 'jobId') })
        const { domain, version } = await publishExport(db, { ...of(visit), exportId: jobId })
        return `${domain} is now at ${version ?? jobId}. Hosts that follow it update within seconds.`
      },
    },
    {
      operation: 'rollBackByForm',
      path: 'rollback',
      async act(visit, form) {
        const { jobId, pin } = parseForm(rollBackRoute, { jobId: readText(form, 'jobId'), pin: readText(form, 'pin') })
        const { answer } = await oncePerForm(form, (idempotencyKey) =>
          rollBack(deps, { ...of(visit), exportId: jobId, pin, idempotencyKey }),
        )
        const stays = answer.pin
          ? 'It stays there until you unpin it.'
          : 'The next export replaces it, unless you pin it.'
        return `${answer.domain} is back at ${answer.version ?? answer.jobId}: ${describeRollBack(answer)}. ${stays}`
      },
    },
    {
      operation: 'pinDomainByForm',
      path: 'pin',
      async act(visit, form) {
        const { reason = null } = parseForm(pinRoute, { reason: readText(form, 'reason') })
        const { domain, version } = await pinDomain(db, { ...of(visit), reason })
        return `${domain} stays at ${version ?? 'its current export'} until you unpin it.`
      },
    },
    {
      operation: 'unpinDomainByForm',
      path: 'unpin',
      async act(visit) {
        const { domain } = await unpinDomain(db, of(visit))
        return `${domain} is no longer pinned: the next full export of its branch becomes current.`
      },
    },
  ]
}
