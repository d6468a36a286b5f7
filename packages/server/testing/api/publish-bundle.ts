import { buffer } from 'node:stream/consumers'
import { compareFiles, type SourceFile, writeBundle, writePack } from '@bindery/bundle'
import type pg from 'pg'
import { storeFileIndex } from '../../src/core/exports/bundles/file-index.ts'
import type { ObjectStore } from '../../src/storage/object-store.ts'

/** Ends an export with a bundle of these files in the bucket, as a worker would have. */
export async function publishBundle(
  { pool, store, key }: { pool: pg.Pool; store: ObjectStore; key: string },
  exportId: string,
  files: readonly SourceFile[],
): Promise<void> {
  const written = writePack(files.toSorted((a, b) => compareFiles(a, b)))
  const bytes = await buffer(written.bytes)
  const pack = {
    index: async () => written.result(),
    async *read(offset: number, length: number) {
      yield bytes.subarray(offset, offset + length)
    },
  }
  const site = { domain: 'docs.example.com', version: 'v1', commit: 'c', committedAt: null, renderer: 'r' }
  const bundle = writeBundle({ site, packs: [pack] })
  const digest = await store.putStream(key, bundle.bytes)
  await storeFileIndex(store, key, { packs: [pack], packsOffset: bundle.result().packsOffset })
  await pool.query(
    `update export set status = 'completed', progress = 100, bundle_key = $2, bundle_sha256 = $3, bundle_bytes = $4
     where id = $1`,
    [exportId, key, digest.sha256, digest.bytes],
  )
}
