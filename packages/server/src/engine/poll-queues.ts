import { wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue'
import type { QueueWidth } from './own-widths.ts'

interface Executor {
  systemDatabase: {
    pool: { query(query: { name: string; text: string; values: unknown[] }): Promise<{ rows: { waits: boolean }[] }> }
  }
}

interface Poller {
  /** Takes as much work from a queue as its widths leave room for. */
  pollQueue?(executor: Executor, queue: { name: string }): Promise<boolean>
}

const anyWaiting = {
  name: 'bindery-any-waiting',
  text: `select exists (select from dbos.workflow_status where queue_name = $1 and status = 'ENQUEUED') as waits`,
}

/**
 * Changes how this process polls the engine's queues. The engine promises none of this, so its version is pinned.
 *
 * By its own widths: the engine has the widths of a queue in one row for all workers, so that the last one to start would
 * set everybody's; a gate behind the queue would leave work that was taken too early lying in a narrow worker while a wide
 * one is idle. A test counts what two unequal workers hold.
 *
 * And only where something waits: ten times a second for each of three queues, the engine's own question took Postgres
 * 0.84 ms and this process 0.39, nearly 4 % of a core for an idle worker. The prepared one takes a tenth, and is asked
 * twice as often.
 */
export function changePolls(widths: Record<string, QueueWidth>): void {
  const poller = wfQueueRunner as unknown as Poller
  const poll = (Object.getPrototypeOf(poller) as Poller).pollQueue
  if (!poll) throw new Error('The job engine no longer polls its queues as it did: see engine/poll-queues.ts.')
  poller.pollQueue = async (executor, queue) => {
    if (!(await isAnyWaiting(executor, queue.name))) return false
    return poll.call(poller, executor, { ...queue, ...widths[queue.name] })
  }
}

async function isAnyWaiting({ systemDatabase }: Executor, queue: string): Promise<boolean> {
  try {
    const { rows } = await systemDatabase.pool.query({ ...anyWaiting, values: [queue] })
    return rows[0]?.waits ?? true
  } catch {
    // The engine logs what is wrong with the database, and comes back.
    return true
  }
}
