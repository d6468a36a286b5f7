import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AskParent,
  countSeverities,
  finishParts,
  type Report,
  reportPath,
  type SiteFile,
  type SitePlan,
  searchFolder,
} from '@bindery/site'
import { diskBytes } from '../../cache/disk-size.ts'
import { explainAuthorError } from '../explain-author-error.ts'
import { makeFolder } from '../make-folder.ts'
import { type WrittenPack, writePackFiles } from '../pages/chunk-files.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { checkReport } from './check-report.ts'
import { openParts, type Parts } from './read-parts.ts'
import { createScopes, listScopes, type SearchedPacks, settleScopes } from './settle-scopes.ts'
import { type EarlierMembers, packInOrder, spoolFiles } from './spool-files.ts'

interface FinishSite {
  root: string
  planFile: string
  /** Names of the packs of pages; what finishing must know of one is asked for when it is needed. */
  packs: readonly string[]
  /** Shared files of an earlier bundle, and what its search was made of, where that is known. */
  earlier: EarlierMembers | undefined
  searched: SearchedPacks | undefined
  /** Takes whatever waits meanwhile. */
  scratch: string
}

/** What the worker does for this task: it alone reaches the bucket. */
export interface FinishAsks {
  /** Where the nth part lies. */
  part(n: number): Promise<string>
  report(made: { file: string; errors: number; warnings: number }): Promise<void>
  /** Stores one of the packs; its folder is used again for the next. */
  pack(written: WrittenPack & { folder: string; bytes: number }): Promise<void>
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
  const { root, planFile, scratch, packs } = input
  const plan = JSON.parse(await readFile(planFile, 'utf8')) as SitePlan
  let counts = { errors: 0, warnings: 0 }
  const parts = openParts(packs.length, ask)
  const settled = await settle(input, plan, parts)
  const scopes = createScopes()
  const files = onReport(
    finishParts({ root, plan, parts: noteScopes(parts, packs, scopes), scratch, settled }),
    async (report, bytes) => {
      const file = join(scratch, 'report.json')
      await meter.add(diskBytes(bytes.length))
      await writeFile(file, bytes)
      const { errors, warnings } = countSeverities(report)
      counts = { errors, warnings }
      await ask('report', { file, ...counts })
      checkReport(report)
    },
  )
  const earlier = input.earlier && { ...input.earlier, folders: [...settled].map(searchFolder) }
  await using spool = await spoolFiles(join(scratch, 'spool'), files, earlier, meter).catch(explainAuthorError)
  const folder = join(scratch, 'pack')
  await makeFolder(folder)
  for await (const { pack, index } of packInOrder(spool)) {
    const written = await writePackFiles(folder, { pack, index }, meter)
    await ask('pack', { ...written, folder, bytes: pack.length })
  }
  const { renderer } = plan
  return { renderer, ...counts, searched: { renderer, scopes: scopes.list() } }
}

/** Without the earlier files, or with those of another renderer, nothing is. */
async function settle(
  { packs, earlier, searched }: FinishSite,
  { renderer }: SitePlan,
  parts: Parts,
): Promise<Set<string>> {
  if (!earlier || searched?.renderer !== renderer) return new Set()
  return await settleScopes(packs, searched.scopes, parts.read)
}

async function* noteScopes(parts: Parts, packs: readonly string[], scopes: ReturnType<typeof createScopes>) {
  const names = packs.values()
  for await (const part of parts.inTurn()) {
    scopes.add(names.next().value ?? '', listScopes(part))
    yield part
  }
}

/** Lets the report be read as it passes by. */
async function* onReport(
  files: AsyncIterable<SiteFile>,
  read: (report: Report, bytes: Uint8Array) => Promise<void>,
): AsyncGenerator<SiteFile> {
  for await (const file of files) {
    if (file.path === reportPath) await read(JSON.parse(Buffer.from(file.bytes).toString()), file.bytes)
    yield file
  }
}
