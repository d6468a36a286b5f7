import { insertEdit } from '../../../src/core/edits/create/insert-edit.ts'
import type { WorkerDeps } from '../../../src/workflows/start-worker.ts'
import type { TestDatabase } from '../../db/create-test-database.ts'
import { type ExportBench, openExportBench } from '../export-bench.ts'
import { waitForRow } from '../wait-for-row.ts'

/** What an export needs, and a model. */
export interface EditBench {
  exports: ExportBench
  workerDeps: WorkerDeps
  startEdit(projectId: string, prompt: string): Promise<string>
  /** Waits, by the database's own notice, until the edit has ended. */
  waitForEnd(editId: string): Promise<EditRow>
  listEvents(editId: string): Promise<{ kind: string; body: Record<string, unknown> }[]>
  close(): Promise<void>
}

export type EditRow = Awaited<ReturnType<typeof readEdit>>

export async function openEditBench(modelUrl: string): Promise<EditBench> {
  const exports = await openExportBench()
  const { database, engine } = exports
  return {
    exports,
    workerDeps: { ...exports.workerDeps, model: { provider: 'openai-compatible', baseUrl: modelUrl } },
    startEdit: (projectId, prompt) =>
      database.db.transaction().execute(async (trx) => {
        const project = await trx
          .selectFrom('project')
          .selectAll()
          .where('id', '=', projectId)
          .executeTakeFirstOrThrow()
        const editId = await insertEdit(trx, { project, ref: null, model: 'scripted', prompt })
        await engine.enqueueEdit(trx, { editId, turn: 1, organizationId: project.organization_id })
        return editId
      }),
    waitForEnd: (editId) =>
      waitForRow(
        database,
        () => readEdit(database, editId),
        ({ status }) => status !== 'active',
      ),
    listEvents: (editId) =>
      database.db
        .selectFrom('edit_event')
        .select(['kind', 'body'])
        .where('edit_id', '=', editId)
        .orderBy('position')
        .execute(),
    close: exports.close,
  }
}

function readEdit({ db }: TestDatabase, editId: string) {
  return db.selectFrom('edit').selectAll().where('id', '=', editId).executeTakeFirstOrThrow()
}
