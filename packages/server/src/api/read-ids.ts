import type { ApiContext } from '../http/client-address.ts'
import { readId } from '../http/read-id.ts'

export const readExportId = (c: ApiContext) => readId(c, 'jobId', 'export')
export const readAgentJobId = (c: ApiContext) => readId(c, 'id', 'agentJob')
export const readProjectId = (c: ApiContext) => readId(c, 'projectId', 'project')

/** A domain of the path in small letters, as it is stored; what is no domain is found nowhere. */
export const readDomain = (c: ApiContext) => (c.req.param('domain') ?? '').toLowerCase()
