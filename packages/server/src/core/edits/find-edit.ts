import type { AgentJob } from '@bindery/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { editJson } from '../../db/edit-json.ts'
import type { Tables } from '../../db/tables.ts'
import { type Caller, visibleTo } from '../access/caller.ts'
import { type LookedUp, lookedUp } from '../access/looked-up.ts'
import { editNotFound } from './edit-not-found.ts'
import { stateColumns } from './edit-state.ts'

/** Which edit is asked for, and by whom. */
export interface EditRequest {
  caller: Caller
  projectId: string
  editId: string
}

/** Held to the end of the transaction: whoever moves it, the agent or another request, does so before or after. */
export async function holdEdit(trx: Transaction<Tables>, request: EditRequest) {
  return visible(trx, request)
    .select(['id', 'turn', 'changed_files', 'usage', 'earlier_usage', 'head_commit', ...stateColumns])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(editNotFound)
}

export async function findEdit(db: Kysely<Tables>, request: EditRequest): Promise<LookedUp<{ id: string }>> {
  return lookedUp(await visible(db, request).select('id').executeTakeFirstOrThrow(editNotFound))
}

export async function readJob(db: Kysely<Tables>, editId: string): Promise<AgentJob> {
  const { job } = await db
    .selectFrom('edit')
    .select(sql<AgentJob>`${sql.raw(editJson('edit'))}`.as('job'))
    .where('id', '=', editId)
    .executeTakeFirstOrThrow(editNotFound)
  return job
}

function visible(db: Kysely<Tables>, { caller, projectId, editId }: EditRequest) {
  return db
    .selectFrom('edit')
    .where('id', '=', editId)
    .where('project_id', '=', projectId)
    .where('organization_id', '=', caller.organization_id)
    .where(visibleTo(caller))
}
