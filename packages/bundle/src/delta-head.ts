import { BundleError } from './bundle-error.ts'
import { DELTA_FORMAT, DELTA_PATH } from './format.ts'

/** `delta.json`: the digests of the manifests it leads from and to, and the files that go. */
export interface DeltaHead {
  from: string
  to: string
  removed: string[]
}

export function encodeDeltaHead({ from, to, removed }: DeltaHead): Uint8Array {
  const head = JSON.stringify({ format: DELTA_FORMAT, from, to }).slice(0, -1)
  const lines = removed.map((path) => `\n${JSON.stringify(path)}`)
  return Buffer.from(`${head},"removed":[${lines.join(',')}\n]}\n`)
}

/** As with the manifest, written again it must be the same bytes. */
export function decodeDeltaHead(bytes: Uint8Array): DeltaHead {
  const { from, to, removed } = parse(bytes)
  const whole = typeof from === 'string' && typeof to === 'string' && isPaths(removed)
  if (!whole || Buffer.compare(encodeDeltaHead({ from, to, removed }), bytes) !== 0) throw bad()
  return { from, to, removed }
}

function parse(bytes: Uint8Array): { from?: unknown; to?: unknown; removed?: unknown } {
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
  return new BundleError('bad_delta', `${DELTA_PATH} is not of format ${DELTA_FORMAT}.`, { entry: DELTA_PATH, cause })
}
