import { getAgentJob } from '@bindery/contract'
import { editNotFound } from '../../core/edits/edit-not-found.ts'
import { pollEdit } from '../../db/statements/poll-edit.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readKnownRevision } from '../etag.ts'
import { pollJob } from '../poll-job.ts'
import { readEditId, readProjectId } from '../read-ids.ts'

export function bindGetAgentJob(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, getAgentJob, {
    find(hash, { c }) {
      const id = readEditId(c)
      return pollEdit(deps.pool, hash, { id, projectId: readProjectId(c), knownRevision: readKnownRevision(c, id) })
    },
    answer: (call) => pollJob(call, { ...deps, id: readEditId(call.exchange.c), notFound: editNotFound }),
  })
}
