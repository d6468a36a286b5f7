import { writeFile } from 'node:fs/promises'
import {
  type AskParent,
  ConfigurationError,
  type FetchedSpecs,
  listCandidates,
  listConfigured,
  narrowPlan,
  pickPages,
  planSite,
} from '@bindery/site'
import { diskBytes } from '../../cache/disk-size.ts'
import { createRemoteMeter } from '../remote-meter.ts'

interface ListAssets {
  root: string
  fetched?: FetchedSpecs | undefined
  /** The pages to export; all without it. */
  paths?: readonly string[] | undefined
  /** Takes a plan by which the pages can be asked what they show. */
  planFile: string
}

export interface AssetCandidates {
  /** What the configuration shows of other hosts. */
  configured: string[]
  /** Routes of the pages that may show more. */
  pages: string[]
}

/** Finds what has to be looked at to know which files of other hosts a site shows. */
export async function listAssets(input: ListAssets, ask: AskParent): Promise<AssetCandidates> {
  using meter = createRemoteMeter(ask)
  const { root, fetched, paths, planFile } = input
  try {
    const whole = await planSite(root, { fetched, withoutAssets: true })
    const plan = paths ? narrowPlan(whole, paths).plan : whole
    const pages = await listCandidates(root, plan)
    // Processes hold what they were given: only what these pages need.
    const json = JSON.stringify(pickPages(plan, new Set(pages)))
    await meter.add(diskBytes(json.length))
    await writeFile(planFile, json)
    return { configured: listConfigured(plan), pages }
  } catch (error) {
    // Planning says what is wrong with it.
    if (error instanceof ConfigurationError) return { configured: [], pages: [] }
    throw error
  }
}
