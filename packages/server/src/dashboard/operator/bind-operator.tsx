import { expectExportPlan } from '../../core/access/export-plan.ts'
import { cancelAgentJob } from '../../core/agent-jobs/cancel-agent-job.ts'
import { cancelExport } from '../../core/exports/cancel-export.ts'
import { startExport } from '../../core/exports/start-export.ts'
import { callerFor, findAnyAgentJob, findAnyExport } from '../../core/operator/find-job.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import { followList } from '../follow-list.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { noSuchPage } from '../problem.ts'
import { oncePerForm } from '../view/forms/form-id.tsx'
import type { PersonVisit } from '../visit.ts'
import { Health, Trends } from './health.tsx'
import { OperatorPage } from './operator-page.tsx'
import { bindOrganizations } from './organizations/bind-organizations.tsx'
import { bindOperatorPeople } from './people/bind-operator-people.tsx'
import { Proxies } from './proxies.tsx'
import { readInstallation, readWork } from './read-installation.ts'
import { Organizations, Steps, Work } from './work.tsx'

export function bindOperator(app: Dashboard, handlers: PageHandlers): void {
  bindInstallation(app, handlers)
  bindCancels(app, handlers)
  bindRetry(app, handlers)
  bindOrganizations(app, handlers)
  bindOperatorPeople(app, handlers)
}

function bindInstallation(app: Dashboard, handlers: PageHandlers): void {
  bindPage(app, handlers, { operation: 'showInstallation', path: '/operator', needs: 'operator' }, async (visit) => {
    const installation = await readInstallation(handlers.deps)
    const { days, open, failures, steps, organizations } = installation
    return (
      <OperatorPage visit={visit}>
        <Health installation={installation} />
        <Proxies proxies={handlers.deps.proxyNotices.list()} />
        <Trends days={days} />
        <Work visit={visit} work={{ open, failures }} />
        <Steps steps={steps} />
        <Organizations visit={visit} organizations={organizations} />
      </OperatorPage>
    )
  })
  const live = { operation: 'followWork', path: '/operator/live', needs: 'operator' } as const
  bindPage(app, handlers, live, async (visit) => {
    return followList(handlers.deps, visit, {
      channel: 'jobs',
      read: () => readWork(handlers.deps.db),
      shown: (work) => work,
      render: (work) => <Work visit={visit} work={work} />,
    })
  })
}

/** By the same functions as in the organization itself; the audit names the person. */
function bindCancels(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const ofExport = { operation: 'cancelAnyExport', path: '/operator/exports/:id/cancel', needs: 'operator' } as const
  bindAction(app, handlers, ofExport, async (visit) => {
    const job = await findAnyExport(deps.db, readId(visit, 'se'))
    await cancelExport(deps, { caller: callerFor(job), exportId: job.id, actor: visit.actor })
    return redirect('/operator', `The export of ${job.domain} was cancelled.`)
  })
  const ofAgentJob = {
    operation: 'cancelAnyAgentJob',
    path: '/operator/agent-jobs/:id/cancel',
    needs: 'operator',
  } as const
  bindAction(app, handlers, ofAgentJob, async (visit) => {
    const { id: agentJobId, projectId, ...job } = await findAnyAgentJob(deps.db, readId(visit, 'aj'))
    await cancelAgentJob(deps, { caller: callerFor(job), projectId, agentJobId, actor: visit.actor })
    return redirect('/operator', `The agent job ${agentJobId} of ${job.name} was cancelled.`)
  })
}

/** A new export of what the failed one was asked for. */
function bindRetry(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const entry = { operation: 'retryExport', path: '/operator/exports/:id/retry', needs: 'operator' } as const
  bindAction(app, handlers, entry, async (visit, form) => {
    const job = await findAnyExport(deps.db, readId(visit, 'se'))
    expectExportPlan(job)
    const { domain, ref, version, paths } = job
    const body = { domain, ...(ref && { ref }), ...(version && { version }), ...(paths && { paths }) }
    const { answer } = await oncePerForm(form, (idempotencyKey) =>
      startExport(deps, { caller: callerFor(job), body, idempotencyKey, actor: visit.actor }),
    )
    return redirect(`/dashboard/${job.organizationId}/exports/${answer.jobId}`)
  })
}

function readId({ c }: PersonVisit, prefix: 'se' | 'aj'): string {
  const id = c.req.param('id') ?? ''
  if (new RegExp(`^${prefix}_[0-9a-f]{16}$`).test(id)) return id
  throw noSuchPage()
}
