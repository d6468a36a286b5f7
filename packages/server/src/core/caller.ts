import type { KeyRow } from '../db/statements/key-row.ts'

/** Whose request it is and what he may see: a key's, or a member's of the organization. */
export type Caller = Pick<KeyRow, 'organization_id' | 'project_ids' | 'limits'>
