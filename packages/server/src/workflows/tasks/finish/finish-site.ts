import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AskParent,
  countSeverities,
  type FinishingPart,
  type FinishMemory,
  finishParts,
  openSite,
  type Report,
  type SitePlan,
  searchFolder,
} from '@bindery/site'
import { writeMetered } from '../../cache/write-metered.ts'
import { explainAuthorError } from '../explain-author-error.ts'
import { type WrittenPack, writePackFiles } from '../pages/chunk-files.ts'
import { writeOutline } from '../pages/write-outline.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { checkReport } from './check-report.ts'
import { type EarlierMembers, type OpenMembers, openMembers } from './earlier-members.ts'
import { openOutlines, openParts, type Parts, storeOutline } from './read-parts.ts'
import { createScopes, listPackScopes, listScopes, type SearchedPacks, settleScopes } from './settle-scopes.ts'
import { packInOrder, spoolFiles } from './spool-files.ts'
import { type EarlierPart, updateScopes } from './update-scopes.ts'
import { openUpdatedSearch, type UpdatedSearch } from './update-search.ts'

interface FinishSite {
  root: string
  planFile: string
  /** Digest of everything that can decide the surroundings of a page. */
  surroundings: string
  /** Names of the packs of pages; what finishing must know of one is asked for when it is needed. */
  packs: readonly string[]
  /** Their outlines, where this host has them. */
  outlines: readonly (string | undefined)[]
  /** Shared files of an earlier bundle, and what its search was made of, where that is known. */
  earlier: EarlierMembers | undefined
  searched: SearchedPacks | undefined
  /** What of the search is updated is made by another process, and asked for at last. */
  isSearchApart?: boolean
  /** Takes whatever waits meanwhile. */
  scratch: string
}

/** What the worker does for this task: it alone reaches the bucket. */
export interface FinishAsks {
  /** Where the nth part lies. */
  part(n: number): Promise<string>
  /** Where the part of an earlier pack lies, by its name, if it is still there. */
  earlierPart(name: string): Promise<EarlierPart | undefined>
  /** Holds the outline of the nth part for the next export. Gives its file, if there is room for it. */
  outlined(made: { at: number; bytes: Uint8Array }): Promise<string | undefined>
  /** What another process has made of the search. */
  search(): Promise<UpdatedSearch>
  report(made: { file: string; errors: number; warnings: number }): Promise<void>
  /** Stores one of the packs and removes its folder, perhaps after it has answered. */
  pack(written: WrittenPack & { folder: string }): Promise<void>
}

export interface FinishedSite {
  renderer: string
  errors: number
  warnings: number
  searched: SearchedPacks
}

/** Makes what the pages share, and packs it in the order of the bundle. */
export async function finishSite(input: FinishSite, ask: AskParent): Promise<FinishedSite> {
  using meter = createRemoteMeter(ask)
  const { root, planFile, scratch } = input
  // Where this process has compared chunks or taken pages over, it has the plan.
  const site = openSite(planFile)
  const { plan } = site
  let counts = { errors: 0, warnings: 0 }
  let reported: Promise<unknown> | undefined
  let memory: FinishMemory | undefined
  const onMemory = (made: FinishMemory) => {
    memory = made
  }
  const onReport = async (report: Report, bytes: Uint8Array) => {
    const file = join(scratch, 'report.json')
    await writeMetered(file, bytes, meter)
    const { errors, warnings } = countSeverities(report)
    counts = { errors, warnings }
    reported = ask('report', { file, ...counts })
    // Its failure is for whoever waits for it below; and one that ends the export is stored before.
    reported.catch(() => {})
    if (report.counts.failed > 0) await reported
    checkReport(report)
  }
  await using members = input.earlier && (await openMembers(input.earlier))
  const { scopes, settled, isApart, ...made } = await openSearch(input, plan, members, ask)
  const { surroundings } = input
  const given = { root, plan, site, surroundings, scratch, settled, onMemory, onReport }
  const files = finishParts({ ...given, ...made })
  const taken = members && { members, folders: [...settled].map(searchFolder) }
  await using spool = await spoolFiles(join(scratch, 'spool'), files, taken, meter).catch(explainAuthorError)
  const search = isApart ? ((await ask('search')) as UpdatedSearch) : undefined
  await using apart = search && members && (await openUpdatedSearch(search, members))
  for await (const packed of packInOrder([...spool.files, ...(apart?.files ?? [])])) {
    const folder = await mkdtemp(join(scratch, 'pack-'))
    await ask('pack', { ...(await writePackFiles(folder, packed, meter)), folder })
  }
  await reported
  const { renderer } = plan
  return { renderer, ...counts, searched: { renderer, scopes: scopes.list(), memory } }
}

/** Without the earlier files, or with those of another renderer, all of it is made of the parts. */
async function openSearch(
  { packs, searched, outlines: known, isSearchApart: isApart = false }: FinishSite,
  { renderer }: SitePlan,
  members: OpenMembers | undefined,
  ask: AskParent,
) {
  const scopes = createScopes()
  const parts = openParts(packs.length, ask)
  if (!members || searched?.renderer !== renderer) {
    const all = outlineInTurn(parts, known, (at, own) => scopes.add(packs[at] ?? '', own), ask)
    return { scopes, settled: new Set<string>(), parts: all, isApart: false, earlier: undefined, updates: none }
  }
  const before = searched.scopes
  const outlines = openOutlines(parts, known, ask)
  const now = await listPackScopes(packs, before, outlines.search)
  const settled = settleScopes(now, before)
  const changed = { packs, before, now, settled, parts, outlines, members }
  const updates = isApart ? none : () => updateScopes(changed, ask)
  const digest = (path: string) => members.files.get(path)?.file.sha256
  const earlier = { memory: searched.memory, digest, read: members.read }
  return { scopes: { list: () => now }, settled, parts: outlines.inTurn(), isApart, earlier, updates }
}

async function* none(): AsyncGenerator<never> {}

/** The parts as they are, each outlined for the next export. */
async function* outlineInTurn(
  parts: Parts,
  known: readonly (string | undefined)[],
  onScopes: (at: number, scopes: string[]) => void,
  ask: AskParent,
): AsyncGenerator<FinishingPart> {
  let at = 0
  for await (const part of parts.inTurn()) {
    onScopes(at, listScopes(part.search))
    if (known[at] === undefined) await storeOutline(ask, at, writeOutline(part))
    at += 1
    yield part
  }
}
