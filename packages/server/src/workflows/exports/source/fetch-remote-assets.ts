import { appendFile, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type FetchedSpecs,
  gatherAssets,
  listRemoteAssets,
  type RemoteAssets,
  rendererVersion,
  type Validator,
} from '@bindery/site/parent'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { createAskForAsset } from '../../../outbound/ask-for-asset.ts'
import { diskBytes, measureFolder } from '../../cache/disk-size.ts'
import type { OpenEntry } from '../../cache/entries.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import { createMeter } from '../../cache/meter.ts'
import { runTask } from '../../tasks/run-task.ts'
import type { AssetCandidates } from '../../tasks/source/survey/list-assets.ts'
import { formatShown, shownPagesName } from '../../tasks/source/survey/shown-pages-file.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { metered } from './metered-ask.ts'

interface RemoteAssetsRequest {
  /** The docs folder, unpacked, and what was fetched of its descriptions. */
  root: OpenEntry
  fetched: FetchedSpecs | undefined
  scratch: Scratch
  /** What is known of the project's files. */
  known: Scratch
  signal: AbortSignal
}

/** What an earlier export of the organization left on this host. */
interface AssetMemory {
  validators: Record<string, Validator>
}

const memoryName = 'validators.json'
// Of an organization, on one host; then it begins anew.
const mostRemembered = 1024 ** 3

/** Fetches what the pages show of other hosts, if anything; undefined where their addresses are to stay. */
export async function fetchRemoteAssets(
  context: WorkerContext,
  order: ExportOrder,
  request: RemoteAssetsRequest,
): Promise<RemoteAssets | 'none' | undefined> {
  if (order.assets === 'link') return undefined
  const { scratch, signal } = request
  const urls = await listUrls(context, order, request)
  if (urls.length === 0) return 'none'
  const folder = join(scratch.folder, 'assets')
  await mkdir(folder)
  return await context.cache.borrow(`assets-${order.organizationId}`, async (path, own) => {
    const memory = await readMemory(path)
    using meter = createMeter(own.room, signal)
    const room = metered(createAskForAsset(context.git, context.assets ?? { isOffline: false, hosts: [] }), meter)
    const gathered = await gatherAssets(urls, { ask: room.ask, folder: path, known: memory.validators, signal })
    room.throwIfFull()
    const validators = { ...memory.validators, ...gathered.validators }
    await mkdir(path, { recursive: true })
    await writeFile(join(path, memoryName), JSON.stringify({ validators } satisfies AssetMemory))
    await linkFiles(gathered.assets, path, { folder, room: scratch.room })
    const isWorn = (await measureFolder(path)) > mostRemembered
    return { result: { ...gathered.assets, folder }, isWorn }
  })
}

/** The list of a source, and what decided it. */
interface KnownList {
  digest?: string | undefined
  urls: string[]
}

const listName = 'remote-files.json'
// Of each page some 1,000 bytes, most of the time.
const pagesRemembered = 2_000

/** Where nothing has changed that decides it, the list is that of the export before. */
async function listUrls(
  context: WorkerContext,
  order: ExportOrder,
  { root, fetched, scratch, known, signal }: RemoteAssetsRequest,
): Promise<string[]> {
  const planFile = join(scratch.folder, 'asset-plan.json')
  const listFile = join(known.folder, listName)
  const before = await readList(listFile)
  const paths = order.requestedPaths ?? undefined
  const input = { root: root.path, fetched, paths, planFile, known: known.folder, knownDigest: before.digest }
  const options = { rank: taskRanks.plan, bytes: root.bytes, room: scratch.room, signal }
  const found = await runTask(context, order, 'listAssets', input, options)
  if (found === 'known') return before.urls
  // What an attempt leaves that breaks off must not pass for the list of this source.
  await rm(listFile, { force: true })
  const urls = await listOfPages(context, order, { root, known, ...found, signal })
  const list: KnownList = { digest: found.digest, urls }
  if (found.digest !== undefined) await writeIn(known, listFile, JSON.stringify(list))
  return urls
}

interface ListedPages extends AssetCandidates, Pick<RemoteAssetsRequest, 'root' | 'known' | 'signal'> {}

async function listOfPages(
  { pool }: WorkerContext,
  { organizationId: group }: ExportOrder,
  { configured, pages, root, known, planFile, signal }: ListedPages,
): Promise<string[]> {
  if (pages.length === 0) return configured
  let remembered = 0
  return await listRemoteAssets({
    ...{ configured, root: root.path, planFile, pages, pool, group, signal },
    async onPage({ page, urls, trace }) {
      if (!trace || remembered++ >= pagesRemembered) return
      const line = formatShown([rendererVersion, page, urls, trace])
      await known.room.take(line.length, signal)
      await appendFile(join(known.folder, shownPagesName), line)
    },
  })
}

async function readList(file: string): Promise<KnownList> {
  const text = await readFile(file, 'utf8').catch(() => '{"urls":[]}')
  return JSON.parse(text) as KnownList
}

async function writeIn({ room }: Scratch, file: string, text: string): Promise<void> {
  await room.take(diskBytes(text.length))
  await writeFile(file, text)
}

async function readMemory(folder: string): Promise<AssetMemory> {
  const text = await readFile(join(folder, memoryName), 'utf8').catch(() => '{"validators":{}}')
  return JSON.parse(text) as AssetMemory
}

/** The memory may go to another export while this one still works with its files. */
async function linkFiles({ files }: RemoteAssets, from: string, { folder, room }: Scratch): Promise<void> {
  for (const name of new Set(Object.values(files))) {
    await room.take(diskBytes((await stat(join(from, name))).size))
    await link(join(from, name), join(folder, name))
  }
}
