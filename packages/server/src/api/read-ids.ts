import type { ApiContext } from '../http/client-address.ts'

const shapes = { se: /^se_[0-9a-f]{16}$/, ed: /^ed_[0-9a-f]{16}$/, prj: /^prj_[0-9a-f]{16}$/ }

/** An id that cannot exist is looked up as none: the answer is the same 404, and no odd byte reaches the database. */
function readId(c: ApiContext, name: string, shape: RegExp): string {
  const id = c.req.param(name) ?? ''
  return shape.test(id) ? id : ''
}

export const readExportId = (c: ApiContext) => readId(c, 'jobId', shapes.se)
export const readEditId = (c: ApiContext) => readId(c, 'id', shapes.ed)
export const readProjectId = (c: ApiContext) => readId(c, 'projectId', shapes.prj)
