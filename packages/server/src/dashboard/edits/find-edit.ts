import { idForm } from '@bindery/contract'
import { type EditRecord, readEdit } from '../../core/edits/read/read-edit.ts'
import type { DashboardDeps } from '../dashboard-deps.ts'
import type { MemberVisit } from '../visit.ts'

const form = idForm('edit')

/** An id that cannot exist is looked up as none, so no odd byte reaches the database. */
export function readEditId({ c }: MemberVisit): string {
  const id = c.req.param('edit') ?? ''
  return form.test(id) ? id : ''
}

/** The edit of the path. */
export function findEdit({ db }: DashboardDeps, visit: MemberVisit): Promise<EditRecord> {
  return readEdit(db, visit.caller, readEditId(visit))
}

/** A line that names it: what was done, or else what was asked for. */
export function titleOf({ title, prompt }: { title: string | null; prompt: string }): string {
  const line = title ?? prompt.trim().split('\n', 1)[0] ?? ''
  return line.length > 80 ? `${line.slice(0, 79).trimEnd()}…` : line
}
