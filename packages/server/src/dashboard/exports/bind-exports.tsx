import { exportId, listExportsQuery, startExport as startRoute } from '@bindery/contract'
import { expectExportPlan, mayExport } from '../../core/access/export-plan.ts'
import { listDomainNames } from '../../core/domains/list-domain-names.ts'
import { linkBundle } from '../../core/exports/bundles/link-bundle.ts'
import { cancelExport } from '../../core/exports/cancel-export.ts'
import { hasReport } from '../../core/exports/read/has-report.ts'
import { listEarlierExports } from '../../core/exports/read/list-earlier-exports.ts'
import { listExportHistory } from '../../core/exports/read/list-export-history.ts'
import { startExport } from '../../core/exports/start-export.ts'
import { listExportSteps } from '../../core/operator/list-export-steps.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import { followList } from '../follow-list.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { parseForm, readLines, readQuery, readText } from '../parse-form.ts'
import { oncePerForm } from '../view/forms/form-id.tsx'
import { pickedFrom } from '../view/forms/pick.tsx'
import { renderPage } from '../view/render-page.ts'
import type { Form, MemberVisit } from '../visit.ts'
import { waitForChange } from '../wait-for-change.ts'
import { bindExportFiles } from './bind-export-files.tsx'
import { BundlePage } from './bundle-page.tsx'
import { bindChanges } from './changes/bind-changes.tsx'
import { ExportList, ExportRows } from './export-list.tsx'
import { ExportPage } from './export-page.tsx'
import { ExportProgress, hasEnded, storyRevision } from './export-progress.tsx'
import { findExport, readExportId } from './find-export.ts'
import { PlanNeeded } from './plan-needed.tsx'
import { bindReport } from './report/bind-report.tsx'
import { StartForm } from './start-form.tsx'

const list = '/dashboard/:organization/exports'
const one = `${list}/:export`

// A form must name the one that is meant, so it offers all that anybody has.
const chosenFrom = 5_000

// Starts and ends of steps are not notified, so the page looks for them.
const stepsEveryMs = 1_000

export function bindExports(app: Dashboard, handlers: PageHandlers): void {
  bindHistory(app, handlers)
  bindStart(app, handlers)
  bindStory(app, handlers)
  bindBundle(app, handlers)
  bindCancel(app, handlers)
  bindReport(app, handlers)
  bindExportFiles(app, handlers)
  bindChanges(app, handlers)
}

function bindHistory(app: Dashboard, handlers: PageHandlers): void {
  const { db } = handlers.deps
  const read = async (visit: MemberVisit) => {
    const { domain, status, cursor } = readFilters(visit)
    const history = await listExportHistory(db, { caller: visit.caller, domain, status, cursor, limit: 20 })
    return { ...history, filters: { domain, status } }
  }
  type Found = Awaited<ReturnType<typeof read>>
  bindPage(app, handlers, { operation: 'showExports', path: list, needs: 'viewer' }, async (visit) => {
    if (!mayExport(visit.organization)) return <PlanNeeded visit={visit} />
    const { organizationId } = visit.organization
    const [found, domains] = await Promise.all([read(visit), listDomainNames(db, organizationId, pickedFrom + 1)])
    return <ExportList visit={visit} {...found} domains={domains} />
  })
  bindPage(app, handlers, { operation: 'followExports', path: `${list}/live`, needs: 'viewer' }, async (visit) => {
    expectExportPlan(visit.organization)
    const channel = `exports:${visit.organization.organizationId}`
    return followList(handlers.deps, visit, {
      channel,
      read: () => read(visit),
      shown: ({ exports }) => exports,
      render: (found: Found) => <ExportRows visit={visit} {...found} />,
    })
  })
}

/** A domain may be typed, so any is looked for; what else no form of ours sends is as good as not said. */
function readFilters(visit: MemberVisit) {
  const asked = (name: string) => readQuery(visit, name)
  const { status, cursor } = listExportsQuery.shape
  return {
    domain: asked('domain'),
    status: status.safeParse(asked('status')).data,
    cursor: cursor.safeParse(asked('cursor')).data,
  }
}

function bindStart(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const render = async (visit: MemberVisit, filled: { form?: Form; refusal?: string } = {}) => {
    const domains = await listDomainNames(deps.db, visit.organization.organizationId, chosenFrom)
    return <StartForm visit={visit} domains={domains} {...filled} />
  }
  bindPage(app, handlers, { operation: 'showStartExport', path: `${list}/new`, needs: 'writer' }, (visit) => {
    expectExportPlan(visit.organization)
    return render(visit)
  })
  bindAction(
    app,
    handlers,
    { operation: 'startExportByForm', path: list, needs: 'writer' },
    async ({ organization, caller, actor }, form) => {
      expectExportPlan(organization)
      const text = (name: string) => readText(form, name)
      const given = {
        domain: text('domain'),
        ref: text('ref'),
        version: text('version'),
        paths: readLines(form, 'paths'),
        pages: text('pages'),
      }
      const body = parseForm(startRoute, given)
      const { answer } = await oncePerForm(form, (idempotencyKey) =>
        startExport(deps, { caller, body, idempotencyKey, actor }),
      )
      return redirect(`/dashboard/${organization.organizationId}/exports/${answer.jobId}`)
    },
    (visit, form, { message }) => render(visit, { form, refusal: message }),
  )
}

function bindStory(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  bindPage(app, handlers, { operation: 'showExport', path: one, needs: 'viewer' }, async (visit) => {
    const job = await findExport(deps, visit)
    const { organizationId } = visit.organization
    const [earlier, steps, reported] = await Promise.all([
      job.status === 'completed' ? listEarlierExports(deps.db, job, 10) : [],
      listExportSteps(deps.db, job),
      job.status === 'failed' && hasReport(deps.store, { organizationId, id: job.id }),
    ])
    return <ExportPage visit={visit} job={job} earlier={earlier} steps={steps} reported={reported} />
  })
  bindPage(app, handlers, { operation: 'followExport', path: `${one}/live`, needs: 'viewer' }, async (visit) => {
    const story = await waitForChange(deps, visit, {
      jobId: readExportId(visit),
      async read() {
        const job = await findExport(deps, visit)
        return { job, steps: await listExportSteps(deps.db, job) }
      },
      revisionOf: storyRevision,
      hasEnded: ({ job }) => hasEnded(job),
      lookEveryMs: stepsEveryMs,
    })
    return renderPage(<ExportProgress visit={visit} {...story} />)
  })
}

/** Whoever may look may take the bundle, as with a key that may only read. */
function bindBundle(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const entry = { operation: 'linkBundleByForm', path: `${one}/bundle`, needs: 'viewer' } as const
  // The link stands in the answer to the form alone; whoever opens that address anew finds the export.
  bindPage(app, handlers, { ...entry, operation: 'backToExport' }, async (visit) => {
    const { id } = await findExport(deps, visit)
    return redirect(`/dashboard/${visit.organization.organizationId}/exports/${id}`)
  })
  bindAction(app, handlers, entry, async (visit, form) => {
    const { domain, id, version } = await findExport(deps, visit)
    const since = exportId.safeParse(form.get('since')).data
    const request = { caller: visit.caller, exportId: id, since, countsDelta: true, actor: visit.actor }
    const bundle = await linkBundle(deps, request)
    return renderPage(<BundlePage visit={visit} {...{ domain, version, bundle }} asked={since} />)
  })
}

function bindCancel(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const entry = { operation: 'cancelExportByForm', path: `${one}/cancel`, needs: 'writer' } as const
  bindAction(app, handlers, entry, async (visit) => {
    const { id, domain } = await findExport(deps, visit)
    await cancelExport(deps, { caller: visit.caller, exportId: id, actor: visit.actor })
    const { organizationId } = visit.organization
    return redirect(`/dashboard/${organizationId}/exports/${id}`, `The export of ${domain} was cancelled.`)
  })
}
