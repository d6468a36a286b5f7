import type { AgentJob } from '@bindery/contract'
import type { EditRow } from '../../db/edit-row.ts'

export function presentEdit(row: EditRow): AgentJob {
  return {
    id: row.id,
    status: row.status,
    source: { repository: row.repository, ref: row.ref },
    model: row.model,
    prLink: row.status === 'active' ? null : row.pr_link,
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
  }
}
