import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

export async function sumFile(file: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), digest)
  return digest.digest('hex')
}

/** As `sha256sum` prints them and `sha256sum --check` reads them. */
export function formatSums(sums: ReadonlyMap<string, string>): string {
  return [...sums].map(([path, sha256]) => `${sha256}  ${path}\n`).join('')
}

/** `undefined` when it is no such list: every line counts. */
export function parseSums(text: string): Map<string, string> | undefined {
  const sums = new Map<string, string>()
  for (const line of text.split('\n').slice(0, -1)) {
    const { sha256, path } = /^(?<sha256>[0-9a-f]{64}) {2}(?<path>.+)$/.exec(line)?.groups ?? {}
    if (sha256 === undefined || path === undefined || sums.has(path)) return undefined
    sums.set(path, sha256)
  }
  return text.endsWith('\n') ? sums : undefined
}
