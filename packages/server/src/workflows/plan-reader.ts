import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { comparePaths } from '@bindery/bundle'
import type { SitePlan } from '@bindery/site'
import type { ObjectStore } from '../storage/object-store.ts'
import type { HostCache } from './host-cache.ts'
import type { StoredObject } from './stored-object.ts'

const decompress = promisify(gunzip)

export interface OpenPlan {
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
  const plans = new Map<string, Promise<OpenPlan>>()
  return (plan) => {
    const known = plans.get(plan.sha256)
    if (known) return known
    const opened = openPlan(cache, store, plan)
    // A failure is not remembered.
    opened.catch(() => plans.delete(plan.sha256))
    plans.set(plan.sha256, opened)
    const [oldest] = plans.keys()
    if (plans.size > kept && oldest !== undefined) plans.delete(oldest)
    return opened
  }
}

async function openPlan(cache: HostCache, store: ObjectStore, { key, sha256 }: StoredObject): Promise<OpenPlan> {
  const path = await cache.open(`plan-${sha256}`, async (draft) => {
    const json = await decompress(await store.getBytes(key))
    await writeFile(draft, json)
    return json.length
  })
  const { pages } = await parsePlan(path)
  const placed = pages.map(({ route, file, output }) => ({ route, file, place: `${file}\u0001${output}` }))
  return { file: path, pages: placed.sort((a, b) => comparePaths(a.place, b.place)) }
}

export async function parsePlan(file: string): Promise<SitePlan> {
  return JSON.parse(await readFile(file, 'utf8'))
}
