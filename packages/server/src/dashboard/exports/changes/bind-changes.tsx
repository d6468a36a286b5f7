import { exportId } from '@bindery/contract'
import { listChanges } from '../../../core/exports/changes/list-changes.ts'
import { readPageChange } from '../../../core/exports/changes/read-page-change.ts'
import { listEarlierExports } from '../../../core/exports/read/list-earlier-exports.ts'
import type { ExportRecord } from '../../../core/exports/read/read-export.ts'
import { bindPage } from '../../bind-page.ts'
import type { Dashboard } from '../../dashboard.ts'
import type { PageHandlers } from '../../page-handlers.ts'
import { readQuery } from '../../parse-form.ts'
import type { MemberVisit } from '../../visit.ts'
import { findExport } from '../find-export.ts'
import type { EarlierExport } from '../name-earlier.ts'
import { ChangesPage } from './changes-page.tsx'
import { DifferencePage } from './difference-page.tsx'
import { NothingToCompare } from './nothing-to-compare.tsx'

const changes = '/dashboard/:organization/exports/:export/changes'

/** What became of the pages since an earlier export: the one that is live, or else the one before, unless the visitor chooses. */
export function bindChanges(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  bindPage(app, handlers, { operation: 'showChanges', path: changes, needs: 'viewer' }, async (visit) => {
    const job = await findExport(deps, visit)
    const earlier = await listEarlier(job)
    const since = readSince(visit) ?? chooseSince(earlier)
    if (since === undefined) return <NothingToCompare visit={visit} job={job} />
    const cursor = Number(/^\d{1,9}$/.exec(readQuery(visit, 'cursor') ?? '')?.[0] ?? 0)
    const request = { caller: visit.caller, exportId: job.id, since, limit: 100, cursor }
    return <ChangesPage visit={visit} job={job} earlier={earlier} list={await listChanges(deps, request)} />
  })
  const page = { operation: 'showDifference', path: `${changes}/:path{.+}`, needs: 'viewer' } as const
  bindPage(app, handlers, page, async (visit) => {
    const job = await findExport(deps, visit)
    const path = visit.c.req.param('path') ?? ''
    const since = readSince(visit) ?? chooseSince(await listEarlier(job))
    if (since === undefined) return <NothingToCompare visit={visit} job={job} />
    const from = readQuery(visit, 'from') ?? path
    const request = { caller: visit.caller, exportId: job.id, since, path, from }
    return <DifferencePage visit={visit} job={job} difference={await readPageChange(deps, request)} />
  })

  async function listEarlier(job: ExportRecord) {
    return job.status === 'completed' ? listEarlierExports(deps.db, job, 20) : []
  }
}

/** What no link of ours says is as good as not said. */
const readSince = (visit: MemberVisit) => exportId.safeParse(readQuery(visit, 'since')).data

function chooseSince(earlier: EarlierExport[]): string | undefined {
  return (earlier.find(({ isLive }) => isLive) ?? earlier[0])?.id
}
