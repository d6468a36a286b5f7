import { idForm } from '@bindery/contract'
import type { ApiContext } from '../http/client-address.ts'

const forms = { export: idForm('export'), edit: idForm('edit'), project: idForm('project') }

/** An id that cannot exist is looked up as none: the answer is the same 404, and no odd byte reaches the database. */
function readId(c: ApiContext, name: string, form: RegExp): string {
  const id = c.req.param(name) ?? ''
  return form.test(id) ? id : ''
}

export const readExportId = (c: ApiContext) => readId(c, 'jobId', forms.export)
export const readEditId = (c: ApiContext) => readId(c, 'id', forms.edit)
export const readProjectId = (c: ApiContext) => readId(c, 'projectId', forms.project)
