import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { measureChunks } from '@bindery/bundle'
import { followRedirects, type RequestOptions, reasonOf } from '@bindery/host'
import { UsageError } from '../explain-error.ts'
import type { ExportBundle } from './answers.ts'

/**
 * Downloads the archive beside its place, and gives it its name when its digest is right. The link is followed where it
 * leads, since the service names its own bucket; the key is not sent there.
 */
export async function downloadBundle(
  { jobId, bundleUrl, sha256 }: ExportBundle,
  file: string,
  timeouts: RequestOptions['timeouts'] = {},
): Promise<void> {
  const part = `${file}.part`
  const again = `Run it again: bindery export --job ${jobId}`
  try {
    // What the service names is followed as it is; from https it leads to https alone.
    const response = await followRedirects(bundleUrl, { allowHttp: bundleUrl.startsWith('http:'), timeouts })
    if (response.status !== 200) {
      response.discard()
      throw new UsageError(`The bundle’s link answered ${response.status}. ${again}`)
    }
    const measured = measureChunks(response.body)
    // Opened first, so that it is there to be removed however soon the link fails.
    const output = await open(part, 'w')
    await pipeline(measured.bytes, output.createWriteStream())
    const { sha256: found } = measured.result()
    if (found !== sha256) throw new UsageError(`The bundle came with SHA-256 ${found}, not ${sha256}. ${again}`)
    await rename(part, file)
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`The bundle cannot be downloaded to ${file}: ${reasonOf(cause)}. ${again}`, { cause })
  } finally {
    await rm(part, { force: true })
  }
}
