import type { Kysely } from 'kysely'
import {
  type EndedWork,
  forgetEndedWork,
  putOffEndedWork,
  takeEndedWork,
} from '../../core/ended-work/take-ended-work.ts'
import type { Tables } from '../../db/tables.ts'
import { emptyWorkRecords, listBusyWork, listOpenWork } from '../../engine/workflow-records.ts'
import { agentJobPrefix } from '../../storage/object-keys.ts'
import type { ObjectStore } from '../../storage/object-store.ts'

/** One worker's share of a run, so that none is a long one. */
const atOnce = 50
const runs = 20

/** A job's row ends a moment before its workflow, and one that was cancelled a second or two. */
const soonSeconds = 5

/** Forgets what the steps of ended jobs have returned, and what a turn of an agent job has left in the bucket. */
export async function clearEndedWork(
  db: Kysely<Tables>,
  store: Pick<ObjectStore, 'deletePrefix'>,
  signal: AbortSignal,
): Promise<void> {
  for (let run = 0; run < runs && !signal.aborted; run++) {
    const taken = await takeEndedWork(db, atOnce)
    const ids = taken.map(({ workflowId }) => workflowId)
    const running = new Set([...(await listOpenRoots(db, ids)), ...(await listBusyWork(db, ids))])
    await putOffEndedWork(db, [...running], soonSeconds)
    const over = taken.filter(({ workflowId }) => !running.has(workflowId))
    for (const work of over) await deleteObjects(store, work)
    const ended = over.map(({ workflowId }) => workflowId)
    await emptyWorkRecords(db, ended)
    await forgetEndedWork(db, ended)
    if (taken.length < atOnce) return
  }
}

/** A chunk is work of its export. */
async function listOpenRoots(db: Kysely<Tables>, ids: readonly string[]): Promise<string[]> {
  return (await listOpenWork(db, ids)).map((id) => id.replace(/:c\d+$/, ''))
}

/** The turn has done so itself, unless it was cancelled or given up. */
async function deleteObjects(store: Pick<ObjectStore, 'deletePrefix'>, work: EndedWork): Promise<void> {
  if (work.agentJobId === null || work.organizationId === null) return
  const turn = work.workflowId.slice(work.agentJobId.length + 1)
  await store.deletePrefix(`${agentJobPrefix(work.organizationId, work.agentJobId)}${turn}/`)
}
