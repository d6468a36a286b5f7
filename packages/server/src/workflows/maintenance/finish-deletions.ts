import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { deleteLateSteps } from '../../core/deletion/request-deletion.ts'
import { type Deletion, endDeletion, putOffDeletion, takeDeletion } from '../../core/deletion/take-deletion.ts'
import type { Tables } from '../../db/tables.ts'
import { type EngineWork, listBusyWork } from '../../engine/workflow-records.ts'
import { organizationPrefix } from '../../storage/object-keys.ts'
import type { ObjectStore } from '../../storage/object-store.ts'

export interface DeletionParts {
  db: Kysely<Tables>
  work: EngineWork
  store: Pick<ObjectStore, 'deletePrefix' | 'abortUploads'>
  log: Pick<Logger, 'info'>
}

/** A step sees within a second that its job was cancelled. */
const soonSeconds = 1
const afterFaultSeconds = 60

/** Removes what deleted tenants have left in the engine and in the bucket, as far as it is due. */
export async function finishDeletions(parts: DeletionParts, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  while (!signal.aborted) {
    const deletion = await takeDeletion(parts.db)
    if (!deletion) break
    try {
      if (await endWork(parts, deletion)) await deleteAll(parts, deletion)
      else await putOffDeletion(parts.db, deletion, soonSeconds)
    } catch (error) {
      // The storage's refusal of one must not keep the others waiting behind it.
      failures.push(error)
      await putOffDeletion(parts.db, deletion, afterFaultSeconds)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Cancelled work starts no step; once no process is at it any more, nothing is written. False while one is. */
async function endWork({ db, work }: DeletionParts, { workflows }: Deletion): Promise<boolean> {
  if (workflows.length === 0) return true
  const open = await work.listOpen(workflows)
  if (open.length > 0) await work.cancel(open)
  return open.length === 0 && (await listBusyWork(db, workflows)).length === 0
}

/** Until there is nothing more to delete: what a storage lists may be late. */
async function deleteAll(parts: DeletionParts, deletion: Deletion): Promise<void> {
  const { db, work, store, log } = parts
  const { organizationId, workflows } = deletion
  await work.delete(workflows)
  await deleteLateSteps(db, workflows)
  const objects = await deleteObjects(store, deletion)
  if (objects > 0) log.info({ organizationId, objects }, 'deleted what a deleted tenant had left')
  if (objects > 0) await putOffDeletion(db, deletion, soonSeconds)
  else await endDeletion(db, deletion)
}

async function deleteObjects(store: DeletionParts['store'], { organizationId, prefixes }: Deletion): Promise<number> {
  let objects = 0
  for (const prefix of prefixes) {
    // Whatever is wrong with a row, nothing of others goes.
    if (!prefix.startsWith(organizationPrefix(organizationId))) throw new Error(`${prefix} is not ${organizationId}'s.`)
    objects += await store.deletePrefix(prefix)
  }
  const isDeleted = (key: string) => prefixes.some((prefix) => key.startsWith(prefix))
  return objects + (await store.abortUploads(organizationPrefix(organizationId), isDeleted))
}
