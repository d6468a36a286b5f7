import type { ExportChanges, PageChange } from '@bindery/contract'
import { createGate } from '../../../engine/gate.ts'
import type { Caller } from '../../access/caller.ts'
import { type RangeStore, walkFiles } from '../bundles/file-index.ts'
import { bundleOf, findExport } from '../bundles/find-bundle.ts'
import { findComparable } from '../bundles/find-comparable.ts'
import type { FileDeps } from '../bundles/list-export-files.ts'
import { createRemember } from '../bundles/remember.ts'
import type { BundleOf } from '../bundles/store-delta.ts'
import { addFile, comparePages, type SitePages } from './compare-pages.ts'

// What was compared last: the pages of one list, and reloads. Exports never change.
const mostRemembered = 8
const longestMs = 60_000

type Compared = Pick<BundleOf, 'organizationId' | 'key'>

export type CompareBundles = (from: Compared, to: Compared) => Promise<PageChange[]>

/** One comparison at a time in a process: both lists of pages are held, some 20 MB at 100,000 pages. */
export function createComparison(store: RangeStore): CompareBundles {
  const remember = createRemember(mostRemembered)
  const gate = createGate(1)
  return (from, to) =>
    remember(`${from.key} ${to.key}`, async () => {
      const signal = AbortSignal.timeout(longestMs)
      using _turn = await gate.enter({ rank: 0, group: to.organizationId }, signal)
      return comparePages(await readPages(store, from.key), await readPages(store, to.key))
    })
}

async function readPages(store: RangeStore, bundleKey: string): Promise<SitePages> {
  const pages: SitePages = new Map()
  for await (const file of walkFiles(store, bundleKey)) addFile(pages, file)
  return pages
}

interface ChangesRequest {
  caller: Caller
  exportId: string
  /** The export to compare with. */
  since: string
  limit: number
  /** How many changes were listed before. */
  cursor: number
}

/** What became of the pages from one completed export to another of the same project. */
export async function listChanges(
  { db, compare }: Pick<FileDeps, 'db'> & { compare: CompareBundles },
  { caller, exportId, since, limit, cursor }: ChangesRequest,
): Promise<ExportChanges> {
  const row = await findExport(db, caller, exportId)
  const earlier = await findExport(db, caller, since)
  const bundle = bundleOf(row)
  const changes = await compare(findComparable(earlier, row), bundle)
  const next = cursor + limit
  return {
    jobId: exportId,
    since,
    counts: count(changes),
    pages: changes.slice(cursor, next),
    nextCursor: next < changes.length ? String(next) : null,
  }
}

function count(changes: PageChange[]): ExportChanges['counts'] {
  const counts = { added: 0, changed: 0, moved: 0, removed: 0, rendered: 0 }
  for (const { kind } of changes) counts[kind]++
  return counts
}
