import { setTimeout } from 'node:timers/promises'
import type { createAnswerCheck } from './check-answer.ts'

// biome-ignore lint/suspicious/noExplicitAny: a black box has no types; the answers are checked by schema.
export type Body = any
export interface Answer {
  status: number
  headers: Headers
  text: string
  body: Body
}

export interface Call {
  key?: string
  body?: unknown
  rawBody?: string
  headers?: Record<string, string>
  method?: string
}

export type Client = ReturnType<typeof createClient>

/** One function for each operation; every answer is held against the description. */
export function createClient(baseUrl: string, checkAnswer: ReturnType<typeof createAnswerCheck>) {
  async function send(operation: string, method: string, path: string, call: Call): Promise<Answer> {
    const raw = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
    const answer = await fetch(`${baseUrl}${path}`, {
      method: call.method ?? method,
      headers: {
        ...(call.key && { authorization: `Bearer ${call.key}` }),
        ...(raw !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(raw !== undefined && { body: raw }),
    })
    const text = await answer.text()
    const body: Body = text && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
    checkAnswer(operation, answer, body)
    // A service with the limits of every day takes so many wrong keys in a minute; nothing here is about that limit.
    if (body?.code === 'too_many_failures') {
      await setTimeout(Number(answer.headers.get('retry-after')) * 1000)
      return send(operation, method, path, call)
    }
    return { status: answer.status, headers: answer.headers, text, body }
  }

  const jobs = '/v1/static-export/jobs'
  const agentJob = (projectId: string, id: string) => `/v2/agent/${projectId}/job/${id}`
  return {
    startExport: (call: Call) => send('startExport', 'POST', jobs, call),
    listExports: (query: string, call: Call) => send('listExports', 'GET', `${jobs}${query}`, call),
    getExport: (jobId: string, call: Call) => send('getExport', 'GET', `${jobs}/${jobId}`, call),
    createBundle: (jobId: string, call: Call) => send('createBundle', 'POST', `${jobs}/${jobId}/bundle`, call),
    cancelExport: (jobId: string, call: Call) => send('cancelExport', 'POST', `${jobs}/${jobId}/cancel`, call),
    listExportFiles: (jobId: string, query: string, call: Call) =>
      send('listExportFiles', 'GET', `${jobs}/${jobId}/files${query}`, call),
    getExportFile: (jobId: string, path: string, call: Call) =>
      send('getExportFile', 'GET', `${jobs}/${jobId}/files/${path}`, call),
    getExportPreview: (jobId: string, call: Call) => send('getExportPreview', 'GET', `${jobs}/${jobId}/preview`, call),
    listExportChanges: (jobId: string, query: string, call: Call) =>
      send('listExportChanges', 'GET', `${jobs}/${jobId}/changes${query}`, call),
    getPageDifference: (jobId: string, path: string, query: string, call: Call) =>
      send('getPageDifference', 'GET', `${jobs}/${jobId}/changes/${path}${query}`, call),
    getExportReport: (jobId: string, call: Call) => send('getExportReport', 'GET', `${jobs}/${jobId}/report`, call),
    createAgentJob: (projectId: string, call: Call) =>
      send('createAgentJob', 'POST', `/v2/agent/${projectId}/job`, call),
    listAgentJobs: (projectId: string, query: string, call: Call) =>
      send('listAgentJobs', 'GET', `/v2/agent/${projectId}/jobs${query}`, call),
    getAgentJob: (projectId: string, id: string, call: Call) =>
      send('getAgentJob', 'GET', agentJob(projectId, id), call),
    messageAgentJob: (projectId: string, id: string, call: Call) =>
      send('messageAgentJob', 'POST', `${agentJob(projectId, id)}/message`, call),
    cancelAgentJob: (projectId: string, id: string, call: Call) =>
      send('cancelAgentJob', 'POST', `${agentJob(projectId, id)}/cancel`, call),
    archiveAgentJob: (projectId: string, id: string, call: Call) =>
      send('archiveAgentJob', 'POST', `${agentJob(projectId, id)}/archive`, call),
    unarchiveAgentJob: (projectId: string, id: string, call: Call) =>
      send('unarchiveAgentJob', 'POST', `${agentJob(projectId, id)}/unarchive`, call),
    listAgentEvents: (projectId: string, id: string, query: string, call: Call) =>
      send('listAgentEvents', 'GET', `${agentJob(projectId, id)}/events${query}`, call),
    listProjects: (query: string, call: Call) => send('listProjects', 'GET', `/v1/projects${query}`, call),
    listDomains: (query: string, call: Call) => send('listDomains', 'GET', `/v1/domains${query}`, call),
    getCurrentExport: (domain: string, call: Call) =>
      send('getCurrentExport', 'GET', `/v1/domains/${domain}/current`, call),
    listPublications: (domain: string, query: string, call: Call) =>
      send('listPublications', 'GET', `/v1/domains/${domain}/publications${query}`, call),
    publishExport: (domain: string, call: Call) => send('publishExport', 'POST', `/v1/domains/${domain}/publish`, call),
    rollBack: (domain: string, call: Call) => send('rollBack', 'POST', `/v1/domains/${domain}/rollback`, call),
    pinDomain: (domain: string, call: Call) => send('pinDomain', 'POST', `/v1/domains/${domain}/pin`, call),
    unpinDomain: (domain: string, call: Call) => send('unpinDomain', 'POST', `/v1/domains/${domain}/unpin`, call),
    /** Outside the described operations: health, method and path errors. */
    plain: (path: string, init?: RequestInit) => fetch(`${baseUrl}${path}`, init),
  }
}
