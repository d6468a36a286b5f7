import type { ApiContext } from '../http/client-address.ts'
import { readId } from '../http/read-id.ts'

export const readExportId = (c: ApiContext) => readId(c, 'jobId', 'export')
export const readEditId = (c: ApiContext) => readId(c, 'id', 'edit')
export const readProjectId = (c: ApiContext) => readId(c, 'projectId', 'project')
