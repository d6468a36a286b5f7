import { idForm } from '@bindery/contract'
import type { ApiContext } from './client-address.ts'

const forms = { export: idForm('export'), agentJob: idForm('agentJob'), project: idForm('project'), key: idForm('key') }

/** An id that cannot exist is looked up as none: the answer is the same 404, and no odd byte reaches the database. */
export function readId(c: ApiContext, name: string, kind: keyof typeof forms): string {
  const id = c.req.param(name) ?? ''
  return forms[kind].test(id) ? id : ''
}
