import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PlanMemory, type PlannedPage, planSite, type RenderPool } from '@bindery/site'
import type { FetchSpecs } from '../site/fetch-specs.ts'
import { createDateReader } from '../site/read-dates.ts'
import { Edition } from './edition.ts'
import { PageCache } from './page-cache.ts'
import type { ShownPage } from './show-page.ts'
import { PageWalk } from './walk-pages.ts'

export interface PlannerInput {
  root: string
  /** Where plans lie while render processes read them. */
  folder: string
  memory: PlanMemory
  /** Without it, nothing is. */
  fetchSpecs?: FetchSpecs | undefined
  authorCode?: 'off' | 'browser' | undefined
  pool: RenderPool
  /** For pages that nobody has asked for. */
  walkers: number
  onRendered(page: PlannedPage, shown: ShownPage): void
}

/** Reads the docs folder again; undefined when it gives the same site as the last time. */
export type PlanEdition = () => Promise<Edition | undefined>

export function planEditions(input: PlannerInput): PlanEdition {
  const { root, folder, memory, fetchSpecs, authorCode, pool, walkers, onRendered } = input
  const readDates = createDateReader(root)
  let lastText = ''
  let number = 0
  const planFile = (at: number) => join(folder, `plan-${at}.json`)
  return async () => {
    const plan = await planSite(root, { memory, authorCode, readDates, fetched: await fetchSpecs?.() })
    const text = JSON.stringify(plan)
    if (text === lastText) return undefined
    lastText = text
    number += 1
    await writeFile(planFile(number), text)
    // A page may still be rendered by the plan before this one, not by the one before that.
    await rm(planFile(number - 2), { force: true })
    const cache = new PageCache({ root, planFile: planFile(number), pool, onRendered })
    const walk = new PageWalk({ root, planFile: planFile(number), plan, cache, processes: walkers })
    return new Edition({ root, plan, cache, walk })
  }
}
