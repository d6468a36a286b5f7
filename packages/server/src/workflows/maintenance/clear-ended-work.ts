import type { Kysely } from 'kysely'
import {
  type EndedWork,
  forgetEndedWork,
  putOffEndedWork,
  takeEndedWork,
} from '../../core/ended-work/take-ended-work.ts'
import type { Tables } from '../../db/tables.ts'
import { type EngineWork, listBusyWork } from '../../engine/workflow-records.ts'
import { agentJobPrefix } from '../../storage/object-keys.ts'
import type { ObjectStore } from '../../storage/object-store.ts'

interface EndedWorkParts {
  db: Kysely<Tables>
  work: EngineWork
  store: Pick<ObjectStore, 'deletePrefix'>
}

/** Bounds one run of this task. */
const atOnce = 50
const runs = 20

/** A workflow ends shortly after its job; a step notices a cancel within about a second. */
const soonSeconds = { ended: 5, cancelled: 1 }

/**
 * Cancels the work of cancelled jobs again. Once no process works on an ended job, deletes the records of the engine, and
 * what a turn of an agent job has left in the bucket.
 */
export async function clearEndedWork({ db, work, store }: EndedWorkParts, signal: AbortSignal): Promise<void> {
  for (let run = 0; run < runs && !signal.aborted; run++) {
    const taken = await takeEndedWork(db, atOnce)
    if (taken.length === 0) return
    const busy = new Set(await listBusyWork(db, taken.map(idOf)))
    const [running, over] = [
      taken.filter((work) => busy.has(idOf(work))),
      taken.filter((work) => !busy.has(idOf(work))),
    ]
    const cancelled = running.filter(({ isCancelled }) => isCancelled).map(idOf)
    if (cancelled.length > 0) await work.cancel(cancelled)
    await putOffEndedWork(db, cancelled, soonSeconds.cancelled)
    await putOffEndedWork(db, running.filter(({ isCancelled }) => !isCancelled).map(idOf), soonSeconds.ended)
    for (const ended of over) await deleteObjects(store, ended)
    await work.delete(over.map(idOf))
    await forgetEndedWork(db, over.map(idOf))
    if (taken.length < atOnce) return
  }
}

const idOf = ({ workflowId }: EndedWork) => workflowId

/** The turn has done so itself, unless it was cancelled or given up. */
async function deleteObjects(store: Pick<ObjectStore, 'deletePrefix'>, work: EndedWork): Promise<void> {
  if (work.agentJobId === null || work.organizationId === null) return
  const turn = work.workflowId.slice(work.agentJobId.length + 1)
  await store.deletePrefix(`${agentJobPrefix(work.organizationId, work.agentJobId)}${turn}/`)
}
