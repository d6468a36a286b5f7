import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AskParent,
  ConfigurationError,
  digestShown,
  type FetchedSpecs,
  listCandidates,
  listConfigured,
  narrowPlan,
  type PlanMemory,
  pickPages,
  planSite,
  type ShownDigests,
  type SitePlan,
} from '@bindery/site'
import type { Meter } from '../../../cache/meter.ts'
import { writeMetered } from '../../../cache/write-metered.ts'
import { createRemoteMeter } from '../../remote-meter.ts'
import { type KnownFiles, openKnownFiles } from './known-files.ts'
import { takeShown } from './shown-pages.ts'

interface ListAssets {
  root: string
  fetched?: FetchedSpecs | undefined
  /** The pages to export; all without it. */
  paths?: readonly string[] | undefined
  /** Takes a plan by which the pages can be asked what they show, where nothing is known of them. */
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
  /** By which they are asked. */
  planFile: string
  /** Of all that decides the list; undefined where that cannot be said. */
  digest?: string | undefined
}

/** Finds what has to be looked at to know which files of other hosts a site shows; nothing where it is what is known. */
export async function listAssets(input: ListAssets, ask: AskParent): Promise<AssetCandidates | 'known'> {
  using meter = createRemoteMeter(ask)
  const known = await openKnownFiles(input.root, input.known, ['', 'remote'])
  const digests = known && (await digestAll(input, known))
  await known?.save(meter)
  const digest = digests?.list
  if (digest !== undefined && digest === input.knownDigest) return 'known'
  try {
    const asked =
      (await readAsked(input, digests)) ?? (await planAsked(input, { digests, memory: known?.memory }, meter))
    const { urls, open } = await recall(input, asked.plan, asked.pages, meter)
    return { configured: [...new Set([...asked.configured, ...urls])], pages: open, planFile: asked.planFile, digest }
  } catch (error) {
    // Planning says what is wrong with it.
    if (error instanceof ConfigurationError) return { configured: [], pages: [], planFile: input.planFile }
    throw error
  }
}

/** Which pages are asked, and by which plan. */
interface Asked {
  configured: string[]
  pages: string[]
  plan: SitePlan
}

/** Lies beside what is known of the files: the plan by itself, as pages are asked by it, and the rest. */
const askedName = 'asked.json'
const askedPlanName = 'asked-plan.json'
type SavedAsked = Omit<Asked, 'plan'> & { digest: string }

/** Those of the export before, where nothing has changed that decides them. */
async function readAsked({ known }: ListAssets, digests: ShownDigests | undefined) {
  if (known === undefined || digests === undefined) return undefined
  try {
    const { digest, ...saved } = JSON.parse(await readFile(join(known, askedName), 'utf8')) as SavedAsked
    if (digest !== digests.candidates) return undefined
    const planFile = join(known, askedPlanName)
    return { ...saved, planFile, plan: JSON.parse(await readFile(planFile, 'utf8')) as SitePlan }
  } catch {
    return undefined
  }
}

async function planAsked(
  { root, fetched, paths, known, planFile }: ListAssets,
  { digests, memory }: { digests: ShownDigests | undefined; memory: PlanMemory | undefined },
  meter: Meter,
) {
  const whole = await planSite(root, { fetched, withoutAssets: true, ...(memory && { memory }) })
  const plan = paths ? narrowPlan(whole, paths).plan : whole
  const pages = await listCandidates(root, plan, memory)
  // Processes hold what they were given: only what these pages need.
  const asked: Asked = { configured: listConfigured(plan), pages, plan: pickPages(plan, new Set(pages)) }
  if (known === undefined || digests === undefined) {
    await write(planFile, asked.plan, meter)
    return { ...asked, planFile }
  }
  // An attempt that breaks off leaves no plan that passes for another.
  await rm(join(known, askedName), { force: true })
  await write(join(known, askedPlanName), asked.plan, meter)
  const saved: SavedAsked = { digest: digests.candidates, configured: asked.configured, pages }
  await write(join(known, askedName), saved, meter)
  return { ...asked, planFile: join(known, askedPlanName) }
}

async function digestAll(
  { root, fetched, paths }: ListAssets,
  { files, memory, digest }: KnownFiles,
): Promise<ShownDigests> {
  const { folder: _, ...specs } = fetched ?? { folder: '' }
  return digestShown({ root, files, planned: await digest(), besides: [specs, paths ?? null], memory })
}

async function recall({ root, known }: ListAssets, plan: SitePlan, pages: string[], meter: Meter) {
  if (known === undefined) return { urls: [], open: pages }
  return await takeShown(known, { root, plan, pages }, meter)
}

async function write(file: string, value: unknown, meter: Meter): Promise<void> {
  await writeMetered(file, JSON.stringify(value), meter)
}
