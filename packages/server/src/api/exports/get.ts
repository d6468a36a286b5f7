import { getExport } from '@bindery/contract'
import { exportNotFound } from '../../core/exports/export-not-found.ts'
import { createExportPoll } from '../../db/statements/poll-export.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readKnownRevision } from '../etag.ts'
import { pollJob } from '../poll-job.ts'
import { readExportId } from '../read-ids.ts'

export function bindGetExport(app: App, edge: Edge, deps: AppDeps): void {
  const pollExport = createExportPoll(deps.pool)
  bindRoute(app, edge, deps, getExport, {
    find(hash, { c }) {
      const id = readExportId(c)
      return pollExport({ hash, id, knownRevision: readKnownRevision(c, id) })
    },
    answer: (call) => pollJob(call, { ...deps, id: readExportId(call.exchange.c), notFound: exportNotFound }),
  })
}
