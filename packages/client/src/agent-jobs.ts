import type { AgentEventPage, AgentJob, AgentJobPage, CreateAgentJob, MessageAgentJob } from './api.ts'
import type { Caller, CallOptions, WriteOptions } from './call-operation.ts'
import { followJob, lastOf, type WaitOptions } from './follow-job.ts'
import { listPages } from './list-pages.ts'

export interface ListAgentJobs {
  status?: AgentJob['status'] | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

type AgentEvent = AgentEventPage['events'][number]

/** Agent jobs of a project. */
export interface AgentJobs {
  create(projectId: string, body: CreateAgentJob, options?: WriteOptions): Promise<AgentJob>
  get(projectId: string, id: string, options?: CallOptions): Promise<AgentJob>
  /** One page, newest first. */
  list(projectId: string, query?: ListAgentJobs, options?: CallOptions): Promise<AgentJobPage>
  /** All pages, newest first. */
  listAll(projectId: string, query?: Omit<ListAgentJobs, 'cursor'>, options?: CallOptions): AsyncIterable<AgentJob>
  /** A further instruction for a job that has ended; it becomes active again. */
  message(projectId: string, id: string, body: MessageAgentJob, options?: WriteOptions): Promise<AgentJob>
  cancel(projectId: string, id: string, options?: CallOptions): Promise<AgentJob>
  archive(projectId: string, id: string, options?: CallOptions): Promise<AgentJob>
  unarchive(projectId: string, id: string, options?: CallOptions): Promise<AgentJob>
  /** Yields the job whenever it changes, until it is no longer active. */
  wait(projectId: string, id: string, options?: WaitOptions): AsyncIterable<AgentJob>
  /** How the job ended, with as few requests as possible. */
  waitForEnd(projectId: string, id: string, options?: CallOptions): Promise<AgentJob>
  /** One page of the transcript, oldest first. */
  events(
    projectId: string,
    id: string,
    query?: { limit?: number; cursor?: string },
    options?: CallOptions,
  ): Promise<AgentEventPage>
  /** The transcript as far as it has come. */
  listAllEvents(projectId: string, id: string, options?: CallOptions): AsyncIterable<AgentEvent>
}

export function createAgentJobs({ call }: Caller): AgentJobs {
  const read = async <Body>(...args: Parameters<typeof call>) => (await call<Body>(...args)).body

  const jobs: AgentJobs = {
    create: (projectId, body, options) => read('createAgentJob', { ...options, body, parameters: { projectId } }),
    get: (projectId, id, options) => read('getAgentJob', { ...options, parameters: { projectId, id } }),
    list: (projectId, query, options) => read('listAgentJobs', { ...options, query, parameters: { projectId } }),
    listAll: (projectId, query, options) =>
      listPages(
        (cursor) => jobs.list(projectId, { limit: 100, ...query, cursor }, options),
        (page) => page.jobs,
      ),
    message: (projectId, id, body, options) =>
      read('messageAgentJob', { ...options, body, parameters: { projectId, id } }),
    cancel: (projectId, id, options) => read('cancelAgentJob', { ...options, parameters: { projectId, id } }),
    archive: (projectId, id, options) => read('archiveAgentJob', { ...options, parameters: { projectId, id } }),
    unarchive: (projectId, id, options) => read('unarchiveAgentJob', { ...options, parameters: { projectId, id } }),
    wait: (projectId, id, options = {}) =>
      followJob(
        (more) => call<AgentJob | undefined>('getAgentJob', { ...more, parameters: { projectId, id } }),
        ({ status }) => status !== 'active',
        options,
      ),
    waitForEnd: (projectId, id, options) => lastOf(jobs.wait(projectId, id, { ...options, until: 'end' })),
    events: (projectId, id, query, options) =>
      read('listAgentEvents', { ...options, query, parameters: { projectId, id } }),
    listAllEvents: (projectId, id, options) =>
      listPages(
        (cursor) => jobs.events(projectId, id, { limit: 100, ...(cursor !== undefined && { cursor }) }, options),
        ({ events }) => events,
      ),
  }
  return jobs
}
