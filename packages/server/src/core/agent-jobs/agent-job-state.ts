import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { AgentJobState } from './move-agent-job.ts'

export const stateColumns = ['status', 'pr_link', 'error_code', 'error', 'archived_at', 'archived_from'] as const

type StateRow = Pick<Selectable<Tables['agent_job']>, (typeof stateColumns)[number]>

/** The state that a row is in; the checks of the table hold its columns together. */
export function readState(row: StateRow): AgentJobState {
  const { pr_link: prLink, archived_at: archivedAt } = row
  if (row.status === 'active') return { status: 'active', prLink }
  const failed = row.error_code !== null
  const ended = failed
    ? ({ status: 'failed', prLink, errorCode: row.error_code ?? '', error: row.error ?? '' } as const)
    : ({ status: 'completed', prLink } as const)
  return archivedAt === null ? ended : { status: 'archived', archivedAt, before: ended }
}

export function toColumns(state: AgentJobState): StateRow {
  const ended = state.status === 'archived' ? state.before : state
  return {
    status: state.status,
    pr_link: ended.prLink,
    error_code: ended.status === 'failed' ? ended.errorCode : null,
    error: ended.status === 'failed' ? ended.error : null,
    archived_at: state.status === 'archived' ? state.archivedAt : null,
    archived_from: state.status === 'archived' ? state.before.status : null,
  }
}
