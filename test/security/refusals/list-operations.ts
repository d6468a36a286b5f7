import type { World } from '../prepare-world.ts'
import type { Question } from '../send-request.ts'

/** Whatever an operation may name, in its path or its body. */
export interface Things {
  jobId: string
  projectId: string
  id: string
  domain: string
  path: string
}

export interface Operation {
  name: string
  /** A request for these things, still without a key. */
  ask(things: Things): Question
  isWrite: boolean
  needsPlan: boolean
  /** What it answers for a thing that is not there; undefined where it names none. */
  notFound: string | undefined
  /** The code by which the right key is told that it came too late: state is judged last, so that it was admitted. */
  tooLate: string | undefined
}

interface Row {
  notFound?: string
  tooLate?: string
  query?: (things: Things) => string
  body?: (things: Things) => object
}

/** One row for each operation. What the description tells already (method, path) is not said again. */
const rows: Record<string, Row> = {
  startExport: { notFound: 'domain_not_found', body: ({ domain }) => ({ domain }) },
  listExports: {},
  getExport: { notFound: 'export_not_found' },
  cancelExport: { notFound: 'export_not_found', tooLate: 'export_ended' },
  createBundle: { notFound: 'export_not_found' },
  listExportFiles: { notFound: 'export_not_found' },
  getExportFile: { notFound: 'export_not_found' },
  getExportPreview: { notFound: 'export_not_found' },
  listExportChanges: { notFound: 'export_not_found', query: compareWithItself },
  getPageDifference: { notFound: 'export_not_found', query: compareWithItself },
  getExportReport: { notFound: 'export_not_found' },
  createAgentJob: { notFound: 'project_not_found', body: instruct },
  listAgentJobs: { notFound: 'project_not_found' },
  getAgentJob: { notFound: 'agent_job_not_found' },
  // In the order of the description: the demo's job is active, then cancelled, archived, and taken out again.
  messageAgentJob: { notFound: 'agent_job_not_found', tooLate: 'agent_job_active', body: instruct },
  cancelAgentJob: { notFound: 'agent_job_not_found' },
  archiveAgentJob: { notFound: 'agent_job_not_found' },
  unarchiveAgentJob: { notFound: 'agent_job_not_found' },
  listAgentEvents: { notFound: 'agent_job_not_found' },
  listProjects: {},
  listDomains: {},
  getCurrentExport: { notFound: 'domain_not_found' },
  listPublications: { notFound: 'domain_not_found' },
  publishExport: { notFound: 'domain_not_found', body: nameExport },
  // The body names the export that is live already.
  rollBack: { notFound: 'domain_not_found', tooLate: 'rollback_changes_nothing', body: nameExport },
  // In the order of the description: pinned, and let go again.
  pinDomain: { notFound: 'domain_not_found' },
  unpinDomain: { notFound: 'domain_not_found' },
}

function nameExport({ jobId }: Things): object {
  return { jobId: wellFormed(jobId) }
}

function compareWithItself({ jobId }: Things): string {
  return `?since=${wellFormed(jobId)}`
}

/** In a body or query a malformed id is refused before any look-up; a path with one is what is tried. */
const wellFormed = (jobId: string) => (/^se_/.test(jobId) ? jobId : missing.jobId)

function instruct(): object {
  return { prompt: 'Correct the spelling.' }
}

export const missing: Things = {
  jobId: 'se_0000000000000000',
  projectId: 'prj_0000000000000000',
  id: 'aj_0000000000000000',
  domain: 'nobody.example.com',
  path: 'index.html',
}

/** The operations that the service says it has, so that a new one without a row cannot go unnoticed. */
export async function listOperations({ send, service }: World): Promise<Operation[]> {
  const { body } = await send({ url: `${service.url}/openapi.json` })
  const paths = body.paths as Record<string, Record<string, { operationId: string }>>
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => describe(service.url, operationId, method, path)),
  )
  const names = new Set(described.map(({ name }) => name))
  const gone = Object.keys(rows).filter((name) => !names.has(name))
  if (gone.length > 0) throw new Error(`The service does not describe ${gone.join(', ')}; remove the row here.`)
  return described
}

function describe(baseUrl: string, name: string, method: string, path: string): Operation {
  const row = rows[name]
  if (!row) throw new Error(`${name} has no row in list-operations.ts. Add one, so that its refusals are tried.`)
  return {
    name,
    notFound: row.notFound,
    tooLate: row.tooLate,
    // The rule of the contract: GET and the making of a link read, all else writes.
    isWrite: method !== 'get' && !path.endsWith('/bundle'),
    needsPlan: /^\/v1\/(?:static-export|domains)\/./.test(path),
    ask: (things) => ({
      method: method.toUpperCase(),
      url: `${baseUrl}${fill(path, things)}${row.query?.(things) ?? ''}`,
      ...(row.body && { body: row.body(things) }),
    }),
  }
}

function fill(path: string, things: Things): string {
  return path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = (things as unknown as Record<string, string>)[parameter]
    if (value === undefined) throw new Error(`Nothing is known for {${parameter}} of ${path}. Add it to Things.`)
    return value
  })
}
