import { checksumOf } from '../../../bundle/src/archive/encode-header.ts'
import { forgeEntry, forgePax } from '../../../bundle/testing/forge-archive.ts'
import { hostileNames, hostileTypes } from '../hostile-archives.ts'
import { mutateBytes } from './mutate-bytes.ts'
import type { Chances } from './render-chances.ts'
import { encodeEntry, putTogether, type Specimen } from './specimen.ts'

/** How long the fields of a tar header are, one behind another: name, mode, owner, group, size, time, checksum, type, … */
const lengths = [100, 8, 8, 8, 12, 12, 8, 1, 100, 6, 2, 32, 32, 8, 8, 155, 12]

const numbers = ['', '0', '7', '-1', '77777777777', '00000000000', '\x80\0\0\0\0\0\0\x05']
const values = [...numbers, '/', '..', 'ustar', '\xff\xfe', ...hostileNames, ...hostileTypes]

/** One field of one header says something else, and the checksum agrees: only a judge of the field itself can tell. */
export function mutateHeader({ entries }: Specimen, chances: Chances): Buffer {
  const { below, pick, bytes } = chances
  const changed = entries.map((entry) => Buffer.from(entry))
  const entry = pick(changed)
  for (let left = 1 + below(3); left > 0; left--) {
    const field = below(lengths.length)
    const start = lengths.slice(0, field).reduce((sum, length) => sum + length, 0)
    const value = below(4) === 0 ? bytes(40) : Buffer.from(pick(values), 'latin1')
    value.copy(entry, start, 0, lengths[field])
  }
  entry.write(`${checksumOf(entry).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return putTogether(changed)
}

/** The content of a file, with a header that is right for it; the manifest knows better, unless it is the one. */
export function mutateContent({ entries, files }: Specimen, chances: Chances): Buffer {
  const at = chances.below(files.length)
  const { path = '', bytes = Buffer.alloc(0) } = files[at] ?? {}
  return putTogether(entries.with(at, encodeEntry(path, mutateBytes(bytes, chances))))
}

/** Entries twice, exchanged, gone, merged into one member, or with a stranger among them. */
export function mutateOrder({ entries }: Specimen, chances: Chances): Buffer {
  const { below, pick } = chances
  const [at, to] = [below(entries.length), below(entries.length)]
  const [entry, other] = [entries[at], entries[to]] as [Buffer, Buffer]
  const orders = [
    () => entries.toSpliced(to, 0, entry),
    () => entries.with(at, other).with(to, entry),
    () => entries.toSpliced(at, 1),
    () => entries.toSpliced(at, 1, Buffer.concat([entry, other])),
    () => entries.toSpliced(at, 0, forgeStranger(chances)),
  ]
  return putTogether(pick(orders)())
}

function forgeStranger({ pick, below }: Chances): Buffer {
  const forged = { name: pick(hostileNames), type: pick(['0', ...hostileTypes]), link: pick(['/etc', '..', '../../a']) }
  if (below(2) === 0) return forgeEntry(forged)
  return forgePax([[pick(['path', 'linkpath', 'size', 'GNU.sparse.name']), pick(hostileNames)]], forged)
}
