import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isAsset } from '../assets/asset-types.ts'
import { mapConcurrently } from './map-concurrently.ts'

export interface PlannedAsset {
  /** First 12 hexadecimal digits of the SHA-256 of its bytes. */
  hash: string
  size: number
  /** The repository holds a Git-LFS pointer in place of the file. */
  lfs?: true
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
  const { size } = await stat(path)
  const lfs = size < 1024 && (await readFile(path, 'utf8')).startsWith(lfsHeader)
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path)) digest.update(chunk)
  return { hash: digest.digest('hex').slice(0, 12), size, ...(lfs && { lfs: true }) }
}
