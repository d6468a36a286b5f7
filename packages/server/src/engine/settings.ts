/** Names the owner of our rows in the engine's tables; the API's client and every worker must agree on it. */
export const applicationName = 'bindery'

/**
 * A constant. By default it is a hash of the source, and after a deploy every workflow in flight would wait forever
 * for a worker of its own version. Until the first release a commit that changes the steps of a workflow raises it.
 */
export const applicationVersion = '5'

/** Names in the engine's tables. */
export const workflowNames = {
  exportSite: 'exportSite',
  renderChunk: 'renderChunk',
  runAgentJob: 'runAgentJob',
} as const

export const queueNames = { exports: 'exports', chunks: 'chunks', agentJobs: 'agent_jobs' } as const

/** Limits of each worker. The engine has one row for each queue, so all workers share them. */
export interface Concurrency {
  /** Parents mostly wait for their chunks, so their number is bounded by connections, not by cores. */
  exports: number
  chunks: number
  agentJobs: number
  /** Chunks of one organization: as many as there are cores keeps them busy, and others find a slot at once. */
  chunksOfOrganization: number
}

export function defaultConcurrency(cores: number): Concurrency {
  return { exports: 20, chunks: cores * 4, agentJobs: 5, chunksOfOrganization: cores }
}

export interface QueueSettings {
  name: string
  workerConcurrency: number
  partitionWorkerConcurrency: number
  minPollingIntervalMs: number
}

/**
 * Limits for each worker only: these are enforced with SKIP LOCKED. Limits across workers would make every dequeue a
 * serializable transaction. An organization gets at most a fifth of a worker's exports, so that the first export of
 * another one starts immediately. On average a push waits half of the first interval, and its chunks half of the second.
 */
export function listQueues({ exports, chunks, agentJobs, chunksOfOrganization }: Concurrency): QueueSettings[] {
  const queue = (name: string, [ofWorker, ofOrganization]: [number, number], minPollingIntervalMs: number) => ({
    name,
    workerConcurrency: ofWorker,
    partitionWorkerConcurrency: ofOrganization,
    minPollingIntervalMs,
  })
  return [
    queue(queueNames.exports, [exports, Math.ceil(exports / 5)], 100),
    queue(queueNames.chunks, [chunks, Math.min(chunks, chunksOfOrganization)], 200),
    queue(queueNames.agentJobs, [agentJobs, Math.ceil(agentJobs / 2)], 500),
  ]
}
