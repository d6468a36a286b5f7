import { getAgentJob } from '@bindery/contract'
import { AppError } from '../../core/app-error.ts'
import { presentEdit } from '../../core/edits/present-edit.ts'
import type { EditRow } from '../../db/edit-row.ts'
import { type PolledEdit, pollEdit } from '../../db/statements/poll-edit.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { pollJob } from '../poll-job.ts'
import { readEditId, readProjectId } from '../read-ids.ts'

export function bindGetAgentJob(app: App, edge: Edge, deps: AppDeps): void {
  const job = {
    jobs: deps.jobs,
    notFound: () => new AppError('agent_job_not_found', 'This project has no agent job with this id.'),
    hasEnded: ({ status }: PolledEdit) => status !== 'active',
    present: (row: PolledEdit) => presentEdit(row as EditRow),
  }
  bindRoute(app, edge, deps, getAgentJob, {
    find: (hash, { c }) => pollEdit(deps.pool, hash, readEditId(c), readProjectId(c)),
    answer: (call) => pollJob(call, job),
  })
}
