import { type Concurrency, queueNames } from './settings.ts'

export interface QueueWidth {
  workerConcurrency: number
  partitionWorkerConcurrency: number
}

/**
 * An organization gets at most a fifth of a worker's parents, so that another's first export starts at once behind any
 * number of its own.
 */
export function listWidths({
  exports,
  chunks,
  agentJobs,
  chunksOfOrganization,
}: Concurrency): Record<string, QueueWidth> {
  const width = (workerConcurrency: number, partitionWorkerConcurrency: number) => ({
    workerConcurrency,
    partitionWorkerConcurrency,
  })
  return {
    [queueNames.exports]: width(exports, Math.ceil(exports / 5)),
    [queueNames.chunks]: width(chunks, Math.min(chunks, chunksOfOrganization)),
    [queueNames.agentJobs]: width(agentJobs, Math.ceil(agentJobs / 2)),
  }
}
