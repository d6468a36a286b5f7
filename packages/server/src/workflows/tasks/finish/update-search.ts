import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type AskParent, openTermSpool, type SameFile, type SiteFile, updateScope } from '@bindery/site'
import { createRemoteMeter } from '../remote-meter.ts'
import { type EarlierMember, type EarlierMembers, openMembers } from './earlier-members.ts'
import { openOutlines, openParts } from './read-parts.ts'
import { listPackScopes, type SearchedPacks, settleScopes } from './settle-scopes.ts'
import { type SpooledFile, spoolFiles } from './spool-files.ts'
import { type ChangedScopes, updateScopes } from './update-scopes.ts'

interface UpdateSearch {
  /** As for finishing the site. */
  packs: readonly string[]
  outlines: readonly (string | undefined)[]
  earlier: EarlierMembers
  searched: SearchedPacks
  /** Takes what it makes. */
  scratch: string
}

/** Files of the search that were made beside the rest of the site, packed: in a spool of their own, or as the earlier bundle has them. */
export interface UpdatedSearch {
  spool: string
  files: (EarlierMember & { isEarlier: boolean })[]
}

/** Makes the search of what has changed while another process finishes the rest of the site. */
export async function updateSearch(input: UpdateSearch, ask: AskParent): Promise<UpdatedSearch> {
  using meter = createRemoteMeter(ask)
  const { packs, outlines: known, searched, scratch } = input
  await using members = await openMembers(input.earlier)
  const parts = openParts(packs.length, ask)
  const outlines = openOutlines(parts, known, ask)
  const before = searched.scopes
  const now = await listPackScopes(packs, before, outlines.search)
  const changed = { packs, before, now, settled: settleScopes(now, before), parts, outlines, members }
  const path = join(scratch, 'spool')
  await using spool = await spoolFiles(path, makeFiles(changed, scratch, ask), { members, folders: [] }, meter)
  return { spool: path, files: spool.files.map(({ fd, ...file }) => ({ ...file, isEarlier: fd === members.fd })) }
}

async function* makeFiles(
  changed: ChangedScopes,
  scratch: string,
  ask: AskParent,
): AsyncGenerator<SiteFile | SameFile> {
  using terms = openTermSpool(scratch)
  for await (const update of updateScopes(changed, ask)) yield* updateScope(update, terms)
}

/** The same, to be packed with the rest. */
export async function openUpdatedSearch(
  { spool, files }: UpdatedSearch,
  earlier: { fd: number },
): Promise<{ files: SpooledFile[] } & AsyncDisposable> {
  const handle = await open(spool)
  return {
    files: files.map(({ isEarlier, ...file }) => ({ ...file, fd: isEarlier ? earlier.fd : handle.fd })),
    [Symbol.asyncDispose]: () => handle.close(),
  }
}
