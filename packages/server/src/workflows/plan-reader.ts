import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { comparePaths } from '@bindery/bundle'
import type { SitePlan } from '@bindery/site'
import type { ObjectStore } from '../storage/object-store.ts'
import { diskBytes } from './cache/disk-size.ts'
import type { OpenEntry } from './cache/entries.ts'
import type { HostCache } from './cache/host-cache.ts'
import type { StoredObject } from './stored-object.ts'

const decompress = promisify(gunzip)

/** For as long as it is held. */
export interface OpenPlan extends Disposable {
  /** The plan as JSON on this host, as render children read it. */
  file: string
  /** In the order of the bundle, so that chunks which follow one another here do so there too. */
  pages: OrderedPage[]
}

export interface OrderedPage {
  route: string
  file: string
  /** Sorts as pages do in the bundle: by file and output, with a sign between them that no name has. */
  place: string
}

export type PlanReader = (plan: StoredObject) => Promise<OpenPlan>

// Parsing the plan of 100,000 pages for each of its 500 chunks would take minutes; four lists are some 50 MB at most.
const kept = 4

export function createPlanReader(cache: HostCache, store: ObjectStore): PlanReader {
  const lists = new Map<string, Promise<OrderedPage[]>>()

  function listOnce(sha256: string, file: string): Promise<OrderedPage[]> {
    const known = lists.get(sha256)
    if (known) return known
    const listed = listPages(file)
    // A failure is not remembered.
    listed.catch(() => lists.delete(sha256))
    lists.set(sha256, listed)
    const [oldest] = lists.keys()
    if (lists.size > kept && oldest !== undefined) lists.delete(oldest)
    return listed
  }

  return async (plan) => {
    const entry = await openPlan(cache, store, plan)
    try {
      const pages = await listOnce(plan.sha256, entry.path)
      return { file: entry.path, pages, [Symbol.dispose]: entry[Symbol.dispose] }
    } catch (error) {
      entry[Symbol.dispose]()
      throw error
    }
  }
}

function openPlan(cache: HostCache, store: ObjectStore, { key, sha256 }: StoredObject): Promise<OpenEntry> {
  return cache.open(`plan-${sha256}`, async (draft, room) => {
    const json = await decompress(await store.getBytes(key))
    await room.take(diskBytes(json.length))
    await writeFile(draft, json)
  })
}

async function listPages(file: string): Promise<OrderedPage[]> {
  const { pages } = await parsePlan(file)
  const placed = pages.map(({ route, file, output }) => ({ route, file, place: `${file}\u0001${output}` }))
  return placed.sort((a, b) => comparePaths(a.place, b.place))
}

export async function parsePlan(file: string): Promise<SitePlan> {
  return JSON.parse(await readFile(file, 'utf8'))
}
