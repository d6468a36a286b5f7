import { readSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { type ManifestFile, type PackedMember, unpackFile } from '@bindery/bundle'

/** Shared files of an earlier bundle: their members lie one behind the other in `spool`, and lines of `list` say where. */
export interface EarlierMembers {
  spool: string
  list: string
}

export interface EarlierMember {
  file: ManifestFile
  offset: number
  length: number
}

/** The same by their paths. */
export interface OpenMembers extends AsyncDisposable {
  fd: number
  files: ReadonlyMap<string, EarlierMember>
  /** One file, unpacked and compared with its digest. */
  read(path: string): Promise<Uint8Array | undefined>
}

export async function openMembers({ spool, list }: EarlierMembers): Promise<OpenMembers> {
  const lines = (await readFile(list, 'utf8')).split('\n').filter(Boolean)
  const members = lines.map((line) => JSON.parse(line) as EarlierMember)
  const files = new Map(members.map((member) => [member.file.path, member]))
  const handle = await open(spool)
  return {
    fd: handle.fd,
    files,
    async read(path) {
      const found = files.get(path)
      return found && unpackFile(found.file, readMember(handle.fd, found).member)
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

export function readMember(fd: number, { file, offset, length }: EarlierMember): PackedMember {
  const member = Buffer.allocUnsafe(length)
  readSync(fd, member, 0, length, offset)
  return { file, member }
}
