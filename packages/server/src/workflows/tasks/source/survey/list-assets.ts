import { writeFile } from 'node:fs/promises'
import {
  type AskParent,
  ConfigurationError,
  digestShown,
  type FetchedSpecs,
  listCandidates,
  listConfigured,
  narrowPlan,
  pickPages,
  planSite,
  type SitePlan,
} from '@bindery/site'
import { diskBytes } from '../../../cache/disk-size.ts'
import type { Meter } from '../../../cache/meter.ts'
import { createRemoteMeter } from '../../remote-meter.ts'
import { isBinaryName } from '../is-binary-name.ts'
import { type KnownFiles, openKnownFiles } from './known-files.ts'
import { takeShown } from './shown-pages.ts'

interface ListAssets {
  root: string
  fetched?: FetchedSpecs | undefined
  /** The pages to export; all without it. */
  paths?: readonly string[] | undefined
  /** Takes a plan by which the pages can be asked what they show. */
  planFile: string
  /** A folder with what is known of its files. */
  known?: string | undefined
  /** Of the source whose list is known: where this one's is the same, so is the list. */
  knownDigest?: string | undefined
}

export interface AssetCandidates {
  /** What the configuration shows of other hosts, and the pages of which that is known. */
  configured: string[]
  /** Routes of the pages that may show more. */
  pages: string[]
  /** Of all that decides the list; undefined where that cannot be said. */
  digest?: string | undefined
}

/** Finds what has to be looked at to know which files of other hosts a site shows; nothing where it is what is known. */
export async function listAssets(input: ListAssets, ask: AskParent): Promise<AssetCandidates | 'known'> {
  using meter = createRemoteMeter(ask)
  const { root, fetched, paths } = input
  const known = await openKnownFiles(root, input.known, ['', 'remote'])
  const digest = known && (await digestAll(input, known))
  await known?.save(meter)
  if (digest !== undefined && digest === input.knownDigest) return 'known'
  try {
    const memory = known && { memory: known.memory }
    const whole = await planSite(root, { fetched, withoutAssets: true, ...memory })
    const plan = paths ? narrowPlan(whole, paths).plan : whole
    const pages = await listCandidates(root, plan, known?.memory)
    // Processes hold what they were given: only what these pages need.
    const picked = pickPages(plan, new Set(pages))
    const { urls, open } = await recall(input, picked, pages, meter)
    await writePlan(input.planFile, picked, meter)
    return { configured: [...new Set([...listConfigured(plan), ...urls])], pages: open, digest }
  } catch (error) {
    // Planning says what is wrong with it.
    if (error instanceof ConfigurationError) return { configured: [], pages: [] }
    throw error
  }
}

async function digestAll({ root, fetched, paths }: ListAssets, { files, memory }: KnownFiles): Promise<string> {
  const { folder: _, ...specs } = fetched ?? { folder: '' }
  return digestShown({ root, files, isBinary: isBinaryName, besides: [specs, paths ?? null], memory })
}

async function recall({ root, known }: ListAssets, plan: SitePlan, pages: string[], meter: Meter) {
  if (known === undefined) return { urls: [], open: pages }
  return await takeShown(known, { root, plan, pages }, meter)
}

async function writePlan(file: string, plan: SitePlan, meter: Meter): Promise<void> {
  const json = JSON.stringify(plan)
  await meter.add(diskBytes(json.length))
  await writeFile(file, json)
}
