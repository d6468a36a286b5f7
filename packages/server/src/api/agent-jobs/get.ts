import { getAgentJob } from '@bindery/contract'
import { agentJobNotFound } from '../../core/agent-jobs/agent-job-not-found.ts'
import { pollAgentJob } from '../../db/statements/poll-agent-job.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readKnownRevision } from '../etag.ts'
import { pollJob } from '../poll-job.ts'
import { readAgentJobId, readProjectId } from '../read-ids.ts'

export function bindGetAgentJob(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, getAgentJob, {
    find(hash, { c }) {
      const id = readAgentJobId(c)
      return pollAgentJob(deps.pool, hash, { id, projectId: readProjectId(c), knownRevision: readKnownRevision(c, id) })
    },
    answer: (call) => pollJob(call, { ...deps, id: readAgentJobId(call.exchange.c), notFound: agentJobNotFound }),
  })
}
