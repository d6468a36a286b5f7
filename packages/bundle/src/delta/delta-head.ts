import { BundleError } from '../format/bundle-error.ts'
import { deltaFormat, deltaPath, type ManifestFile, type SiteFacts } from '../format/format.ts'
import { isFile, isSite } from '../manifest/decode-manifest.ts'
import { encodeLine, orderFacts } from '../manifest/encode-manifest.ts'

/**
 * `delta.json`: the digests of the manifests it leads from and to, the files that go, and the lines of the new manifest
 * that the old one does not have. A manifest itself would be the largest part of most deltas.
 */
export interface DeltaHead {
  from: string
  to: string
  site: SiteFacts
  removed: string[]
  files: ManifestFile[]
}

export function encodeDeltaHead({ from, to, site, removed, files }: DeltaHead): Uint8Array {
  const head = JSON.stringify({ format: deltaFormat, from, to, site: orderFacts(site) }).slice(0, -1)
  const gone = removed.map((path) => `\n${JSON.stringify(path)}`)
  const lines = files.map((file) => `\n${encodeLine(file)}`)
  return Buffer.from(`${head},"removed":[${gone.join(',')}\n],"files":[${lines.join(',')}\n]}\n`)
}

/** As with the manifest, written again it must be the same bytes. */
export function decodeDeltaHead(bytes: Uint8Array): DeltaHead {
  const { from, to, site, removed, files } = parse(bytes)
  if (typeof from !== 'string' || typeof to !== 'string' || !isSite(site)) throw bad()
  if (!isPaths(removed) || !Array.isArray(files) || !files.every(isFile)) throw bad()
  const head = { from, to, site, removed, files }
  if (Buffer.compare(encodeDeltaHead(head), bytes) !== 0) throw bad()
  return head
}

function parse(bytes: Uint8Array): Partial<Record<keyof DeltaHead, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(bytes).toString()))
  } catch (cause) {
    throw bad(cause)
  }
}

function isPaths(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((path) => typeof path === 'string')
}

function bad(cause?: unknown): BundleError {
  return new BundleError('bad_delta', `${deltaPath} is not of format ${deltaFormat}.`, { entry: deltaPath, cause })
}
