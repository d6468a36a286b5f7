import type { Selectable } from 'kysely'
import type { Tables } from './tables.ts'

/** What an answer about an agent job is made of. */
export const editColumns = [
  'id',
  'status',
  'repository',
  'ref',
  'model',
  'pr_link',
  'created_at',
  'archived_at',
  'revision',
] as const

export type EditRow = Pick<Selectable<Tables['edit']>, (typeof editColumns)[number]>
