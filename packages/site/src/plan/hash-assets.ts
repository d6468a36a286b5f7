import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAsset } from '../assets/asset-types.ts'
import { inspectSvg } from '../assets/inspect-svg.ts'
import { mapConcurrently } from './map-concurrently.ts'

export interface PlannedAsset {
  /** First 12 hexadecimal digits of the SHA-256 of its bytes. */
  hash: string
  /** Why it cannot be carried, though it is there: it is treated as missing. */
  refused?: string
}

const lfsHeader = 'version https://git-lfs.github.com/spec/'

/** Digests of every file that a page may show or offer, by path. */
export async function hashAssets(root: string, files: string[]): Promise<Record<string, PlannedAsset>> {
  const assets: Record<string, PlannedAsset> = {}
  const wanted = files.filter(isAsset)
  const entries = mapConcurrently(wanted, 8, async (file) => [file, await hashAsset(join(root, file))] as const)
  for await (const [file, asset] of entries) assets[file] = asset
  return assets
}

async function hashAsset(path: string): Promise<PlannedAsset> {
  const bytes = await readFile(path)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const refused = refusal(path, bytes)
  return refused === undefined ? { hash } : { hash, refused }
}

function refusal(path: string, bytes: Buffer): string | undefined {
  if (bytes.length < 1024 && bytes.toString('latin1').startsWith(lfsHeader)) {
    return 'The repository holds only a Git-LFS pointer in its place.'
  }
  return path.toLowerCase().endsWith('.svg') ? inspectSvg(bytes) : undefined
}
