import { hash } from 'node:crypto'
import { link, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FetchedSpecs, gatherAssets, listRemoteAssets, type RemoteAssets, type Validator } from '@bindery/site'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { createAskForAsset } from '../../../outbound/ask-for-asset.ts'
import { diskBytes, measureFolder } from '../../cache/disk-size.ts'
import type { OpenEntry } from '../../cache/entries.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import { createMeter } from '../../cache/meter.ts'
import { runTask } from '../../tasks/run-task.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { metered } from './metered-ask.ts'

interface RemoteAssetsRequest {
  /** The docs folder, unpacked, and what was fetched of its descriptions. */
  root: OpenEntry
  fetched: FetchedSpecs | undefined
  scratch: Scratch
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
  // An export that an older release began has no such word in its order.
  if ((order.assets ?? 'link') === 'link') return undefined
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

async function listUrls(
  context: WorkerContext,
  order: ExportOrder,
  { root, fetched, scratch, signal }: RemoteAssetsRequest,
): Promise<string[]> {
  const planFile = join(scratch.folder, 'asset-plan.json')
  const input = { root: root.path, fetched, paths: order.requestedPaths ?? undefined, planFile }
  const options = { rank: taskRanks.plan, bytes: root.bytes, room: scratch.room, signal }
  const { configured, pages } = await runTask(context, order, 'listAssets', input, options)
  if (pages.length === 0) return configured
  const { pool } = context
  return listRemoteAssets({ configured, root: root.path, planFile, pages, pool, group: order.organizationId, signal })
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

/** What was fetched, said in one word: other bytes, or another failure, make another snapshot. */
export function nameAssets({ files, live, failures, fonts, missingFonts }: RemoteAssets): string {
  return hash(
    'sha256',
    JSON.stringify([files, live, failures, ...(fonts || missingFonts ? [fonts, missingFonts] : [])]),
  ).slice(0, 16)
}
