import { setTimeout } from 'node:timers/promises'
import type { ExportChanges } from '@bindery/contract'
import { mayExport } from '../../../core/access/export-plan.ts'
import { listAgentJobHistory } from '../../../core/agent-jobs/read/list-agent-job-history.ts'
import { findChanges } from '../../../core/exports/changes/find-changes.ts'
import { listExportHistory } from '../../../core/exports/read/list-export-history.ts'
import { listSites, type ProjectSite } from '../../../core/projects/list-sites.ts'
import type { DashboardDeps } from '../../dashboard-deps.ts'
import type { MemberVisit } from '../../visit.ts'
import type { ShownSite } from './site-card.tsx'

const shownSites = 10
const shownJobs = 5

// Read and compared in some 100 ms; of a larger site the page of its changes counts them.
const mostCompared = 2_000

// Comparisons take turns: the page does not wait for a large one of somebody else.
const longestMs = 1_000

export type Overview = Awaited<ReturnType<typeof readOverview>>

/** What stands on the first page of a project, beside its settings. */
export async function readOverview(deps: DashboardDeps, visit: MemberVisit, projectId: string) {
  const { db } = deps
  const { caller, organization } = visit
  const nothing = { status: undefined, cursor: undefined, limit: shownJobs }
  const [sites, { exports }, { agentJobs }] = await Promise.all([
    listSites(db, { organizationId: organization.organizationId, projectId, limit: shownSites }),
    listExportHistory(db, { caller, project: projectId, domain: undefined, ...nothing }),
    listAgentJobHistory(db, { caller, project: projectId, ...nothing }),
  ])
  const mayCompare = mayExport(organization)
  const shown = await Promise.all(
    sites.map(async (site): Promise<ShownSite> => {
      return { ...site, changes: mayCompare ? await countChanges(deps, visit, site) : undefined }
    }),
  )
  return { sites: shown, exports, agentJobs }
}

async function countChanges(
  deps: DashboardDeps,
  { caller }: MemberVisit,
  { current, before }: ProjectSite,
): Promise<ExportChanges['counts'] | undefined> {
  if (!current?.hasFiles || !before || Math.max(current.pages, before.pages) > mostCompared) return undefined
  const request = { caller, exportId: current.id, since: before.id, limit: 1, cursor: 0 }
  const counting = findChanges(deps, request).then((changes) => changes?.counts)
  return Promise.race([counting, setTimeout(longestMs, undefined, { ref: false })])
}
