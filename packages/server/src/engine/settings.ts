/** Names the owner of our rows in the engine's tables; the API's client and every worker must agree on it. */
export const applicationName = 'bindery'

/**
 * A constant. By default it is a hash of the source, and after a deploy every workflow in flight would wait forever
 * for a worker of its own version. Until the first release a commit that changes the steps of a workflow raises it.
 */
export const applicationVersion = '3'

/** Names in the engine's tables. */
export const workflowNames = {
  exportSite: 'exportSite',
  renderChunk: 'renderChunk',
  runAgentJob: 'runAgentJob',
} as const

export const queueNames = { exports: 'exports', chunks: 'chunks', agentJobs: 'agent_jobs' } as const

/** What one worker runs at a time; the rest stays queued. */
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
