import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BundleError, quote } from '../format/bundle-error.ts'
import type { Chunks, ManifestFile } from '../format/format.ts'
import { encodeHeader, paddingOf } from './encode-header.ts'

/**
 * The content of one file out of its member, in bounded memory. It ends with an error instead of its end when it is not
 * what the index or manifest says of it.
 */
export async function* streamFile(file: ManifestFile, member: Chunks<Uint8Array>): AsyncGenerator<Buffer> {
  const head = encodeHeader(file.path, file.size)
  const end = head.length + file.size
  const hash = createHash('sha256')
  let seen = 0
  // A failure reaches whoever reads the last stream, so the callback has nothing to add.
  for await (const chunk of pipeline(member, createGunzip(), () => {}) as AsyncIterable<Buffer>) {
    const headPart = chunk.subarray(0, Math.max(0, head.length - seen))
    if (!headPart.equals(head.subarray(seen, seen + headPart.length))) throw otherBytes(file)
    const content = chunk.subarray(headPart.length, Math.max(headPart.length, end - seen))
    seen += chunk.length
    if (seen > end + paddingOf(file.size)) throw otherBytes(file)
    hash.update(content)
    if (content.length > 0) yield content
  }
  if (seen < end || hash.digest('hex') !== file.sha256) throw otherBytes(file)
}

function otherBytes({ path }: ManifestFile): BundleError {
  const message = `${quote(path)} is stored with other bytes than its index says.`
  return new BundleError('wrong_bytes', message, { entry: path })
}
