import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Archive } from '../bundles/store-delta.ts'
import { findEarlierBundle } from './find-earlier-export.ts'

/**
 * The bundle that readers of a domain have, with which each new one is compared. Which export that is, is decided here
 * alone: the last completed one of the whole site.
 */
export function findPublishedBundle(
  db: Kysely<Tables>,
  line: { projectId: string; domain: string },
): Promise<Archive | undefined> {
  return findEarlierBundle(db, line)
}
