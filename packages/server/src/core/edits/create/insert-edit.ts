import type { Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { makeId } from '../../make-id.ts'
import { toColumns } from '../edit-state.ts'
import type { EditState } from '../move-edit.ts'
import { redactSecrets } from '../redact-secrets.ts'
import { instructionPosition, writeEvents } from '../turns/write-events.ts'

export interface NewEdit {
  project: { id: string; organization_id: string; repository: string; branch: string }
  /** Null: the project's branch. */
  ref: string | null
  model: string
  prompt: string
  /** As the audit log names who acts. */
  startedBy?: string
}

/** The row and the first words of its transcript. */
export async function insertEdit(
  trx: Transaction<Tables>,
  { project, ref, model, startedBy, ...given }: NewEdit,
  state: EditState = { status: 'active', prLink: null },
): Promise<string> {
  const id = makeId('edit')
  const prompt = redactSecrets(given.prompt)
  await trx
    .insertInto('edit')
    .values({
      id,
      organization_id: project.organization_id,
      project_id: project.id,
      repository: project.repository,
      ref: ref ?? project.branch,
      model,
      prompt,
      started_by: startedBy ?? null,
      ...toColumns(state),
    })
    .execute()
  await writeEvents(trx, { editId: id, turn: 1 }, [
    { n: instructionPosition, kind: 'instruction', body: { text: prompt } },
  ])
  return id
}
