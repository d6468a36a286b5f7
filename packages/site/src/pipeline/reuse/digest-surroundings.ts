import { hash } from 'node:crypto'
import { basename } from 'node:path/posix'
import type { PlannedAsset, SitePlan } from '../../model/site-plan.ts'
import type { PlanMemory } from '../../plan/memory/plan-memory.ts'

// Their bytes decide how a page looks only where it shows them. Descriptions of APIs and styles decide more.
const shownAlone = /\.(?:avif|gif|ico|jpe?g|m4v|mov|mp4|ogg|png|svg|webm|webp)$/i
const plainName = /^[\w.-]+$/

/** A plan as JSON. */
export interface EncodedPlan extends Pick<SitePlan, 'assets'> {
  json: Buffer
  /** All but the assets. */
  rest: string
}

export function encodePlan({ assets, ...plan }: SitePlan): EncodedPlan {
  const rest = JSON.stringify(plan)
  return { json: Buffer.from(`${rest.slice(0, -1)},"assets":${JSON.stringify(assets)}}`), rest, assets }
}

/**
 * A digest of all of a plan that can decide what stands around a page, and what rendering a page reads at once. Left out are the
 * bytes of pictures that the plan names nowhere: only a page that shows one can be another. With the same digest a page
 * comes out as it was if its files and the pictures on it are the same.
 */
export function digestSurroundings({ rest, assets }: EncodedPlan, memory?: PlanMemory): string {
  const digest = hash('sha256', rest)
  const named = memory?.held('pictures', digest) ?? listNames(rest)
  memory?.hold('pictures', digest, named)
  const counted = Object.entries(assets).map(([path, asset]) =>
    isOnPagesAlone(path, asset, named) ? [path, asset.refused] : [path, asset],
  )
  return hash('sha256', JSON.stringify([digest, counted]))
}

function isOnPagesAlone(path: string, { renamed }: PlannedAsset, named: ReadonlySet<string>): boolean {
  const name = basename(path).toLowerCase()
  return !renamed && shownAlone.test(name) && plainName.test(name) && !named.has(name)
}

// How the names of pictures end; words of other kinds a plan of 5,000 pages has a million.
const pictureEnds = /\.(?:avif|gif|ico|jpe?g|m4v|mov|mp4|ogg|png|svg|webm|webp)(?![\w.-])/g

/** Every word that could be the name of a picture, in whatever folder and however its address is written. */
function listNames(json: string): Set<string> {
  const text = json.replace(/\\u[0-9a-f]{4}|\\./gi, ' ').toLowerCase()
  const decoded = text.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const names = new Set<string>()
  addNames(text, names)
  if (decoded !== text) addNames(decoded, names)
  return names
}

/** Each from its end backwards: to look for whole words takes five times as long. */
function addNames(text: string, names: Set<string>): void {
  for (const { index, 0: end } of text.matchAll(pictureEnds)) {
    let start = index
    while (start > 0 && wordSigns.has(text.charCodeAt(start - 1))) start -= 1
    names.add(text.slice(start, index + end.length))
  }
}

const wordSigns = new Set(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-'].map((c) => c.charCodeAt(0)),
)
