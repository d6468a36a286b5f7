import { type AskParent, outlineShare, type ScopeRun, type ScopeUpdate, type SitePart } from '@bindery/site'
import { readJson } from '../pages/chunk-files.ts'
import type { OpenMembers } from './earlier-members.ts'
import { type OutlinedParts, type Parts, readOutlinedSearch } from './read-parts.ts'
import type { ScopePacks } from './settle-scopes.ts'

/** A part of a pack that the export before had. */
export interface EarlierPart {
  file: string
  /** Where this host has it. */
  outline: string | undefined
}

export interface ChangedScopes {
  packs: readonly string[]
  /** Of which packs each scope was made, and is. */
  before: ScopePacks
  now: ScopePacks
  settled: ReadonlySet<string>
  parts: Parts
  outlines: OutlinedParts
  members: OpenMembers
}

/** Scopes of the search that are not as they were, with what they were made of. */
export async function* updateScopes(changed: ChangedScopes, ask: AskParent): AsyncGenerator<ScopeUpdate> {
  const { packs, before, now, settled, members } = changed
  for (const [scope, names] of Object.entries(now)) {
    if (settled.has(scope)) continue
    const runs: ScopeRun[] = []
    for (const name of names) runs.push(await openRun(scope, name, changed))
    const known = new Map(runs.map((run) => [run.name, run]))
    const was: ScopeRun[] = []
    for (const name of before[scope] ?? []) {
      const run = known.get(name) ?? (packs.includes(name) ? undefined : await openEarlierRun(scope, name, ask))
      if (run) was.push(run)
    }
    const isWhole = was.length === before[scope]?.length
    yield { scope, before: isWhole ? was : [], now: runs, read: members.read }
  }
}

async function openRun(scope: string, name: string, { packs, parts, outlines }: ChangedScopes): Promise<ScopeRun> {
  const at = packs.indexOf(name)
  const outline = findShare(await outlines.search(at), scope, name)
  return { name, outline, load: async () => findShare((await parts.read(at)).search, scope, name) }
}

/** Undefined where what lies beside the earlier pack is gone. */
async function openEarlierRun(scope: string, name: string, ask: AskParent): Promise<ScopeRun | undefined> {
  const earlier = (await ask('earlierPart', name)) as EarlierPart | undefined
  if (!earlier) return undefined
  const load = async () => findShare(((await readJson(earlier.file)) as SitePart).search, scope, name)
  const { outline } = earlier
  if (outline !== undefined) return { name, outline: findShare(await readOutlinedSearch(outline), scope, name), load }
  const share = await load()
  return { name, outline: outlineShare(share), load: async () => share }
}

function findShare<Share extends { scope: string }>(shares: readonly Share[], scope: string, name: string): Share {
  const share = shares.find((one) => one.scope === scope)
  if (!share) throw new Error(`The pack ${name} gives nothing to the search of ${scope}, of which it is said to be.`)
  return share
}
