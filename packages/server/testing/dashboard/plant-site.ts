import type { Kysely } from 'kysely'
import type { Tables } from '../../src/db/tables.ts'
import { type Owner, plantDomain } from '../core/exports/plant-publications.ts'

export type { Owner as Site } from '../core/exports/plant-publications.ts'

/** For tests: an organization with a project that has a domain. */
export function plantSite(db: Kysely<Tables>): Promise<Owner> {
  return plantDomain(db)
}
