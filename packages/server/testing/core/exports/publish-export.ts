import { buffer } from 'node:stream/consumers'
import { compareFiles, type SourceFile, writeBundle, writePack } from '@bindery/bundle'
import type { Kysely } from 'kysely'
import { storeFileIndex } from '../../../src/core/exports/bundles/file-index.ts'
import { beginExport } from '../../../src/core/exports/run/begin-export.ts'
import { completeExport } from '../../../src/core/publications/complete-export.ts'
import type { Tables } from '../../../src/db/tables.ts'
import { exportPrefix } from '../../../src/storage/object-keys.ts'
import type { ObjectStore } from '../../../src/storage/object-store.ts'

/** For tests: a queued export is worked on and ends with a bundle of these files in the bucket. */
export async function publishExport(
  { db, store }: { db: Kysely<Tables>; store: ObjectStore },
  exportId: string,
  files: readonly SourceFile[],
): Promise<void> {
  const { organizationId } = await beginExport(db, exportId)
  const written = writePack(files.toSorted(compareFiles))
  const bytes = await buffer(written.bytes)
  const pack = {
    index: async () => written.result(),
    async *read(offset: number, length: number) {
      yield bytes.subarray(offset, offset + length)
    },
  }
  const bundle = writeBundle({
    site: { domain: 'docs.example.com', version: 'v1', commit: 'c', committedAt: null, renderer: 'r' },
    packs: [pack],
  })
  const key = `${exportPrefix(organizationId, exportId)}bundle.tar.gz`
  const digest = await store.putStream(key, bundle.bytes)
  await storeFileIndex(store, key, { packs: [pack], packsOffset: bundle.result().packsOffset })
  await completeExport(db, exportId, { key, ...digest, errors: 0, warnings: 0, retentionDays: 0 })
}
