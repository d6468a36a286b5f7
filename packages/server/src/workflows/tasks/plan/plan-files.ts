import { join } from 'node:path'
import { comparePaths } from '@bindery/bundle'
import type { SitePlan } from '@bindery/site'
import type { Meter } from '../../cache/meter.ts'
import { writeMetered } from '../../cache/write-metered.ts'

/** A page as it is listed for whoever shares the pages out. */
export type PageRow = [route: string, file: string, output: string]

export const planName = 'plan.json'
export const pagesName = 'pages.jsonl'

// A plan that is taken over has the very pages of the one before.
const lists = new WeakMap<SitePlan['pages'], Buffer>()

/** Writes a plan into a folder, with a list of its pages in the order of the bundle, a line for each. */
export async function writePlanFiles(
  folder: string,
  json: Uint8Array,
  { pages }: Pick<SitePlan, 'pages'>,
  meter: Meter,
): Promise<void> {
  const list = lists.get(pages) ?? listPages(pages)
  lists.set(pages, list)
  await writeMetered(join(folder, planName), json, meter)
  await writeMetered(join(folder, pagesName), list, meter)
}

function listPages(pages: SitePlan['pages']): Buffer {
  const rows = pages
    .map(({ route, file, output }) => ({ row: [route, file, output] as PageRow, place: placeOf(file, output) }))
    .sort((a, b) => comparePaths(a.place, b.place))
    .map(({ row }) => JSON.stringify(row))
  return Buffer.from(rows.join('\n'))
}

/** By file and output, with a sign between them that no name has. */
export function placeOf(file: string, output: string): string {
  return `${file}\u0001${output}`
}
