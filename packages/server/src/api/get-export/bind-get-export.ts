import { getExport } from '@bindery/contract'
import { exportNotFound } from '../../core/exports/export-not-found.ts'
import { presentExport } from '../../core/exports/present-export.ts'
import type { ExportRow } from '../../db/export-row.ts'
import { type PolledExport, pollExport } from '../../db/statements/poll-export.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { pollJob } from '../poll-job.ts'
import { readExportId } from '../read-ids.ts'

export function bindGetExport(app: App, edge: Edge, deps: AppDeps): void {
  const job = {
    jobs: deps.jobs,
    notFound: exportNotFound,
    hasEnded: ({ status }: PolledExport) => status === 'completed' || status === 'failed',
    present: (row: PolledExport) => presentExport(row as ExportRow),
  }
  bindRoute(app, edge, deps, getExport, {
    find: (hash, { c }) => pollExport(deps.pool, hash, readExportId(c)),
    answer: (call) => pollJob(call, job),
  })
}
