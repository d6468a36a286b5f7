import { BundleError, quote } from '../format/bundle-error.ts'
import type { BundleFile, Chunks } from '../format/format.ts'
import { createPathLedger } from '../format/path-ledger.ts'
import { defaultLimits, headerBytes, type ReaderLimits, ratioGraceBytes } from '../format/reader-limits.ts'
import { parseMember } from './parse-member.ts'
import { readMembers } from './read-members.ts'

/** The strict reader: the files of an archive in its order, or a BundleError that says which entry is not acceptable. */
export async function* readArchive(
  source: Chunks<Uint8Array>,
  limits: Partial<ReaderLimits> = {},
): AsyncGenerator<BundleFile, void> {
  const most = { ...defaultLimits, ...limits }
  const members = readMembers(source, most.maxFileBytes + headerBytes)
  const ledger = createPathLedger()
  const used = { entries: 0, bytes: 0, packed: 0 }
  try {
    for (;;) {
      const member = await members.next()
      if (!member) throw new BundleError('truncated', 'The archive has no end: it was cut off after a file.')
      used.bytes += member.bytes.length
      used.packed += member.packedSize
      const file = parseMember(member.bytes, most.maxPathBytes)
      if (!file) break
      used.entries += 1
      checkLimits(file, used, most)
      ledger.claim(file.path)
      yield file
    }
    if (await members.atEnd()) return
    throw new BundleError('trailing_data', 'There is more data after the end of the archive.')
  } finally {
    await members.close()
  }
}

function checkLimits(
  { path, bytes }: BundleFile,
  used: { entries: number; bytes: number; packed: number },
  most: ReaderLimits,
): void {
  const fail = (code: 'file_too_large' | 'too_many_entries' | 'too_many_bytes' | 'ratio_exceeded', limit: string) => {
    throw new BundleError(code, `At ${quote(path)} the archive goes beyond ${limit}.`, { entry: path })
  }
  if (bytes.length > most.maxFileBytes) fail('file_too_large', `${most.maxFileBytes} bytes in one file`)
  if (used.entries > most.maxEntries) fail('too_many_entries', `${most.maxEntries} files`)
  if (used.bytes > most.maxBytes) fail('too_many_bytes', `${most.maxBytes} unpacked bytes`)
  if (used.bytes > ratioGraceBytes && used.bytes > used.packed * most.maxRatio) {
    fail('ratio_exceeded', `${most.maxRatio} unpacked bytes for each packed one`)
  }
}
