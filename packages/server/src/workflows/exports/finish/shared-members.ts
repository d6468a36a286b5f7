import { hash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { appendFile, copyFile, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type PackIndex, readSharedMembers } from '@bindery/bundle'
import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { retryRead } from '../../../storage/retry-read.ts'
import { diskBytes } from '../../cache/disk-size.ts'
import type { OpenEntry } from '../../cache/entries.ts'
import type { HostCache, Scratch } from '../../cache/host-cache.ts'
import { createMeter } from '../../cache/meter.ts'
import type { EarlierMember, EarlierMembers } from '../../tasks/finish/earlier-members.ts'
import type { PackPart } from '../../tasks/pages/chunk-files.ts'
import { orMissing } from '../chunks/chunk-objects.ts'
import { takeAside } from '../chunks/put-aside.ts'

/** Of one project alone. */
function entryOf(projectId: string, name: string): string {
  return `shared-${hash('sha256', JSON.stringify([projectId, name]))}`
}

function membersIn(folder: string): EarlierMembers {
  return { spool: join(folder, 'spool'), list: join(folder, 'list') }
}

/** What the pages of a bundle share, where this host has made it, for as long as it is held. */
export function findShared(
  cache: HostCache,
  projectId: string,
  name: string,
): (OpenEntry & EarlierMembers) | undefined {
  const held = cache.find(entryOf(projectId, name))
  return held && { ...held, ...membersIn(held.path) }
}

// More of it is read out of the bundle again: pictures of gigabytes are no reason to let go of everything else.
const mostBytes = 512 * 1024 ** 2

/** Collects what the pages share while it is packed, for the export that follows on this host, where there is room for it. */
export function collectShared(cache: HostCache, projectId: string, { folder, room }: Scratch) {
  const target = join(folder, 'shared')
  const members = membersIn(target)
  // An attempt whose process has ended may have brought some of them before.
  const packs = new Set<string>()
  let [end, taken, isWhole] = [0, 0, true]

  async function hasRoom(bytes: number): Promise<boolean> {
    if (taken + bytes > mostBytes) return false
    const isTaken = await takeAside(room, bytes).then(
      () => true,
      () => false,
    )
    if (isTaken) taken += bytes
    return isTaken
  }

  async function append(from: string, { files, size: bytes }: PackIndex): Promise<boolean> {
    const lines = files.map(({ offset, packedSize, ...file }) => {
      const member: EarlierMember = { file, offset: end + offset, length: packedSize }
      return `${JSON.stringify(member)}\n`
    })
    const list = lines.join('')
    if (!(await hasRoom(diskBytes(bytes) + diskBytes(Buffer.byteLength(list))))) return false
    await mkdir(target, { recursive: true })
    await appendPack(join(from, 'pack' satisfies PackPart), end > 0)
    await appendFile(members.list, list)
    end += bytes
    return true
  }

  /** The first is copied by the kernel. The others are read whole: by chunks, 14 MB took 100 ms of the processor. */
  async function appendPack(pack: string, isBehind: boolean): Promise<void> {
    if (isBehind) await appendFile(members.spool, await readFile(pack))
    else await copyFile(pack, members.spool)
  }

  return {
    async add({ folder: from, name }: { folder: string; name: string }, index: PackIndex): Promise<void> {
      if (packs.has(name) || !isWhole) return
      packs.add(name)
      isWhole = await append(from, index)
    },
    /** Gives the name by which it can be found; undefined where it is not all there. */
    async store(): Promise<string | undefined> {
      if (!isWhole || packs.size === 0) return undefined
      const name = hash('sha256', [...packs].join())
      using _stored = await cache.open(entryOf(projectId, name), async (path, entry) => {
        await rename(target, path)
        room.moveTo(entry, taken)
      })
      return name
    },
  }
}

/** The same out of a bundle, packed as they are: what has not changed is not compressed again. */
export async function readShared(
  store: ObjectStore,
  bundle: Archive,
  { folder, room }: Scratch,
  signal: AbortSignal,
): Promise<EarlierMembers | undefined> {
  const members = { spool: join(folder, 'earlier'), list: join(folder, 'earlier-list') }
  return orMissing(
    retryRead(async () => {
      using meter = createMeter(room, signal)
      await using spool = await open(members.spool, 'w')
      await using list = await open(members.list, 'w')
      let offset = 0
      const archive = await store.getStream(bundle.key, { expected: bundle, signal })
      for await (const { file, member } of readSharedMembers(archive)) {
        const line: EarlierMember = { file, offset, length: member.length }
        await meter.add(member.length)
        // At once: 2,000 small members take 10 ms so, and twenty times as long by and by.
        offset += writeSync(spool.fd, member)
        writeSync(list.fd, `${JSON.stringify(line)}\n`)
      }
      return members
    }, signal),
  )
}
