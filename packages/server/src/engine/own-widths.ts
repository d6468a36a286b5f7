import { wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue'
import { type Concurrency, queueNames } from './settings.ts'

export interface QueueWidth {
  workerConcurrency: number
  partitionWorkerConcurrency: number
}

interface Poller {
  /** Takes as much work from a queue as its widths leave room for. */
  pollQueue?(executor: unknown, queue: { name: string }): Promise<boolean>
}

/**
 * An organization gets at most a fifth of a worker's parents, so that another's first export starts at once behind any
 * number of its own.
 */
export function listWidths({ exports, chunks, edits, chunksOfOrganization }: Concurrency): Record<string, QueueWidth> {
  const width = (workerConcurrency: number, partitionWorkerConcurrency: number) => ({
    workerConcurrency,
    partitionWorkerConcurrency,
  })
  return {
    [queueNames.exports]: width(exports, Math.ceil(exports / 5)),
    [queueNames.chunks]: width(chunks, Math.min(chunks, chunksOfOrganization)),
    [queueNames.edits]: width(edits, Math.ceil(edits / 2)),
  }
}

/**
 * Has this process take work by its own widths. The engine keeps the widths of a queue in one row for all workers, so
 * that the last one to start would set everybody's; a gate behind the queue would leave work that was taken too early
 * lying in a narrow worker while a wide one is idle. The engine promises none of this, so its version is pinned, and a
 * test counts what two unequal workers hold.
 */
export function useOwnWidths(widths: Record<string, QueueWidth>): void {
  const poller = wfQueueRunner as unknown as Poller
  const poll = (Object.getPrototypeOf(poller) as Poller).pollQueue
  if (!poll) throw new Error('The job engine no longer polls its queues as it did: see engine/own-widths.ts.')
  poller.pollQueue = (executor, queue) => poll.call(poller, executor, { ...queue, ...widths[queue.name] })
}
