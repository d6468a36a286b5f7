import { writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { readSharedMembers } from '@bindery/bundle'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { findEarlierBundle } from '../../../core/exports/run/find-earlier-export.ts'
import { retryRead } from '../../../storage/retry-read.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import { createMeter } from '../../cache/meter.ts'
import type { EarlierMember, EarlierMembers } from '../../tasks/finish/spool-files.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { orMissing } from '../chunks/chunk-objects.ts'

/** Puts the shared files of the bundle before aside, packed as they are: what has not changed is not compressed again. */
export async function spoolEarlier(
  { db, store }: WorkerContext,
  order: ExportOrder,
  { folder, room }: Scratch,
  signal: AbortSignal,
): Promise<EarlierMembers | undefined> {
  const bundle = await findEarlierBundle(db, order)
  if (!bundle) return undefined
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
