import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { blockBytes } from '../../../bundle/src/archive/encode-header.ts'
import { type DeltaHead, encodeDeltaHead } from '../../../bundle/src/delta/delta-head.ts'
import { compareFiles, type Manifest, type ManifestFile } from '../../../bundle/src/index.ts'
import { encodeManifest } from '../../../bundle/src/manifest/encode-manifest.ts'
import { hostileNames } from '../hostile-archives.ts'
import type { Chances } from './render-chances.ts'
import { encodeEntry, putTogether, type Specimen } from './specimen.ts'

/**
 * What somebody would write who knows the format and signs nothing: files under hostile names, for which the manifest
 * vouches with right digests, or a delta whose head leads to such a manifest. Only the judge of names can tell.
 */
export async function forgeManifest({ files, base }: Specimen, chances: Chances): Promise<Buffer> {
  const [top, ...carried] = files
  const head = JSON.parse(String(top?.bytes)) as Manifest & DeltaHead
  const contents = new Map(carried.map(({ bytes }) => [hash('sha256', bytes), bytes]))
  const forged = renameSome(head.files, chances)
  const entries = forged.flatMap(({ path, sha256 }) => {
    const content = contents.get(sha256)
    return content ? [encodeEntry(path, content)] : []
  })
  const first = base ? await forgeDelta(head, forged, base, chances) : await forgeFull(head, forged)
  return putTogether([first, ...entries, Buffer.alloc(2 * blockBytes)])
}

async function forgeFull({ site }: Manifest, files: ManifestFile[]): Promise<Buffer> {
  return encodeEntry('manifest.json', await buffer(encodeManifest(site, files)))
}

async function forgeDelta(
  head: DeltaHead,
  files: ManifestFile[],
  base: readonly ManifestFile[],
  { below, pick }: Chances,
): Promise<Buffer> {
  const removed = [
    ...head.removed,
    ...(below(2) === 0 ? [pick([...hostileNames, ...base.map(({ path }) => path)])] : []),
  ]
  const gone = new Set([...removed, ...files.map(({ path }) => path)])
  const lines = [...base.filter(({ path }) => !gone.has(path)), ...files].sort(compareFiles)
  const to = hash('sha256', await buffer(encodeManifest(head.site, lines)))
  return encodeEntry('delta.json', encodeDeltaHead({ ...head, removed: removed.sort(), files, to }))
}

function renameSome(files: readonly ManifestFile[], { below, pick }: Chances): ManifestFile[] {
  const others = files.map(({ path }) => path)
  const collisions = [
    ...['manifest.json', 'MANIFEST.JSON', 'manifest.sig', 'delta.json', 'harmless.html'],
    ...others.flatMap((path) => [path, path.toUpperCase(), `${path}/below`, path.replace(/\/.*$/, '')]),
  ]
  const forged = files.map((file) => ({ ...file }))
  for (let left = 1 + below(2); left > 0; left--) {
    pick(forged).path = below(2) === 0 ? pick(hostileNames) : pick(collisions)
  }
  return below(4) === 0 ? forged : forged.sort(compareFiles)
}
