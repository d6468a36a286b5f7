import { type EditRecord, readEdit } from '../../core/edits/read/read-edit.ts'
import { readId } from '../../http/read-id.ts'
import type { DashboardDeps } from '../dashboard-deps.ts'
import type { MemberVisit } from '../visit.ts'

export function readEditId({ c }: MemberVisit): string {
  return readId(c, 'edit', 'edit')
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
