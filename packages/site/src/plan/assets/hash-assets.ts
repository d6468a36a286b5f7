import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { machineFiles } from '../../model/paths.ts'
import type { PlannedAsset } from '../../model/site-plan.ts'
import type { NameLedger } from '../files/name-ledger.ts'
import type { PlanMemory } from '../memory/plan-memory.ts'
import { readAll } from '../memory/read-all.ts'
import { isAsset } from './is-asset.ts'
import { measurePicture } from './measure-picture.ts'
import { inspectSvg } from './svg/inspect-svg.ts'

const lfsHeader = 'version https://git-lfs.github.com/spec/'

/** Digests of every file that a page may show or offer, by path. */
export async function hashAssets(
  root: string,
  files: string[],
  memory?: PlanMemory,
): Promise<Record<string, PlannedAsset>> {
  const candidates = files.filter(isAsset)
  const assets = await readAll({ root, files: candidates, width: 8, read: hashAsset, memory })
  return Object.fromEntries(candidates.map((file, at) => [file, assets[at] as PlannedAsset]))
}

/** Marks those whose own name is taken, when a page offers them under it. */
export function nameAssets(assets: Record<string, PlannedAsset>, names: NameLedger): Record<string, PlannedAsset> {
  const named = Object.entries(assets).map(([path, asset]) => {
    // Its name is kept for it.
    const isAwaited = machineFiles.includes(path)
    const taken = !asset.refused && !isAwaited && names.claim(path) !== undefined
    return [path, taken ? { ...asset, renamed: true as const } : asset] as const
  })
  return Object.fromEntries(named)
}

async function hashAsset(path: string): Promise<PlannedAsset> {
  const bytes = await readFile(path)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const refused = refusal(path, bytes)
  return refused === undefined ? { hash, ...sizeOf(bytes) } : { hash, refused }
}

/** What was fetched is named by its digest, and only its beginning is read; a drawing is looked at like one's own. */
export async function planFetched(path: string): Promise<PlannedAsset> {
  if (path.endsWith('.svg')) return hashAsset(path)
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536))
  return { hash: basename(path).slice(0, 12), ...sizeOf(buffer.subarray(0, bytesRead)) }
}

function sizeOf(bytes: Buffer): Pick<PlannedAsset, 'size'> {
  const size = measurePicture(bytes)
  return size ? { size: [size.width, size.height] } : {}
}

function refusal(path: string, bytes: Buffer): string | undefined {
  if (bytes.length < 1024 && bytes.toString('latin1').startsWith(lfsHeader)) {
    return 'The repository holds only a Git-LFS pointer in its place.'
  }
  return path.toLowerCase().endsWith('.svg') ? inspectSvg(bytes) : undefined
}
