import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { smallSite } from '../../../testing/sites.ts'
import { findStorage } from '../../../testing/storage/open-test-store.ts'
import { type ExportBench, type ExportRow, openExportBench } from '../../../testing/workflows/export-bench.ts'
import { readFiles } from '../../core/exports/bundles/file-index.ts'
import { createS3Client } from '../../storage/create-s3-client.ts'
import { exportPrefix, exportReportKey, projectPrefix, sourcePrefix } from '../../storage/object-keys.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { startWorker, type Worker } from '../start-worker.ts'
import { clearRemains } from './clear-remains.ts'

const uploader = fileURLToPath(new URL('../../../testing/storage/upload-endlessly.ts', import.meta.url))
let bench: ExportBench
let worker: Worker
let organization: string
let project: string

beforeAll(async () => {
  bench = await openExportBench()
  // Two, so that exports run side by side.
  worker = await startWorker({ ...bench.workerDeps, cores: 2 })
})
beforeEach(async () => {
  organization = await bench.addOrganization()
  project = await bench.addProject(organization, bench.addRepository(smallSite))
})
afterAll(async () => {
  await worker.stop()
  await bench.close()
})

const clear = () => clearRemains(bench.database.db, bench.store)
const list = (prefix: string) => Array.fromAsync(bench.store.list(prefix))
const sources = () => list(`${sourcePrefix(organization, project)}list/`)

async function makeExport(): Promise<ExportRow> {
  return bench.waitForEnd(await bench.startExport(organization, project))
}

/** As if the days had passed. Rows that somebody holds are left to him: two that took all in any order would lock each other out. */
async function makeDue(...kinds: string[]): Promise<void> {
  await bench.database.pool.query(
    `update export_remains set due_at = now() where (export_id, kind) in
      (select export_id, kind from export_remains where kind = any($1) for update skip locked)`,
    [kinds],
  )
}

async function isWhole({ bundle_key, bundle_sha256 }: ExportRow): Promise<boolean> {
  const bytes = await bench.store.getBytes(bundle_key!)
  const { count } = await readFiles(bench.store, bundle_key!, { from: 0, limit: 1 })
  return count > 0 && createHash('sha256').update(bytes).digest('hex') === bundle_sha256
}

test('nothing is deleted before its time', async () => {
  const row = await makeExport()
  const before = await list(exportPrefix(organization, row.id))
  await clear()
  expect(await list(exportPrefix(organization, row.id))).toEqual(before)
})

test('uploads of workers that were killed are ended, and no upload is left after 40 kills', async () => {
  const row = await makeExport()
  const prefix = exportPrefix(organization, row.id)
  for (let kill = 0; kill < 40; kill++) {
    // Attempts of a step write to the key of the bundle, too.
    const key = kill % 2 === 0 ? row.bundle_key! : `${prefix}bundle/${kill}.tar.gz`
    const worker = spawn(process.execPath, [uploader, key], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(worker.stdout, 'data')
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  expect(await countUploads(prefix)).toBe(40)
  await makeDue('leftovers')
  await clear()
  expect(await countUploads(prefix)).toBe(0)
  expect(await isWhole(row)).toBe(true)
})

async function countUploads(Prefix: string): Promise<number> {
  const { bucket: Bucket, ...config } = findStorage()
  const client = createS3Client({ bucket: Bucket, ...config }, config.endpoint)
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }))
  client.destroy()
  return Uploads.length
}

test('of a completed export the bundle, its index, its packs and its report stay; what was never published goes', async () => {
  const row = await makeExport()
  const orphan = row.bundle_key!.replace(/[^/]+$/, 'another-attempt.tar.gz')
  await bench.store.putBytes(orphan, Buffer.from('x'))
  await makeDue('leftovers')
  expect(await clear()).toBeGreaterThan(0)
  const kinds = (await list(exportPrefix(organization, row.id))).map((key) => key.split('/')[4])
  expect(new Set(kinds)).toEqual(new Set(['bundle', 'chunk', 'report.json']))
  expect(await bench.store.head(orphan)).toBeUndefined()
  expect(await isWhole(row)).toBe(true)
})

test('of a failed export nothing stays but its report', async () => {
  const id = await bench.startExport(organization, project, { requested_paths: ['nowhere'] })
  await bench.waitForEnd(id)
  const report = exportReportKey(organization, id)
  await bench.store.putBytes(report, Buffer.from('{}'))
  await bench.store.putBytes(`${exportPrefix(organization, id)}chunk/0/x/pack`, Buffer.from('x'))
  await makeDue('leftovers')
  await clear()
  expect(await list(exportPrefix(organization, id))).toEqual([report])
})

test('the files of an export go when its time is over, and its report stays', async () => {
  await bench.database.db
    .updateTable('organization')
    .set({ limits: JSON.stringify({ retentionDays: 30 }) })
    .where('id', '=', organization)
    .execute()
  const row = await makeExport()
  expect(row.retained_until!.getTime() - row.ended_at!.getTime()).toBe(30 * 86_400_000)
  await makeDue('files')
  await clear()
  expect(await list(exportPrefix(organization, row.id))).toEqual([exportReportKey(organization, row.id)])
})

test('a source goes with the last export of its commit, and what else lies with the project stays', async () => {
  const beside = `${projectPrefix(organization, project)}pages/kept`
  await bench.store.putBytes(beside, Buffer.from('x'))
  await makeExport()
  await makeExport()
  expect(await sources()).toHaveLength(1)
  await makeDue('source')
  await clear()
  expect(await sources()).toEqual([])
  expect(await list(projectPrefix(organization, project))).toEqual([beside])
})

test('while an export of the project is under way its source stays', async () => {
  await makeExport()
  await bench.database.db
    .insertInto('export')
    .values({ id: 'se_00000000000000aa', organization_id: organization, project_id: project, domain: 'd.example.com' })
    .execute()
  await makeDue('source')
  await clear()
  expect(await sources()).toHaveLength(1)
})

test('what the storage refuses to delete is tried later, and holds up nothing else', async () => {
  const [refused, other] = [await makeExport(), await makeExport()]
  const store = {
    ...bench.store,
    list: (prefix: string) => {
      if (prefix.includes(refused.id)) throw new StorageError('unavailable', 'refused')
      return bench.store.list(prefix)
    },
  }
  await makeDue('leftovers')
  await expect(clearRemains(bench.database.db, store)).rejects.toThrow('refused')
  const { rows } = await bench.database.pool.query(
    `select export_id, due_at > now() as later from export_remains where kind = 'leftovers' and export_id = any($1)`,
    [[refused.id, other.id]],
  )
  expect(rows).toEqual([{ export_id: refused.id, later: true }])
})

test('an export that starts while its source is being deleted waits for that and fetches it anew', async () => {
  await makeExport()
  await makeDue('source')
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const store = {
    ...bench.store,
    async deleteKeys(keys: readonly string[]) {
      begun.resolve()
      await released.promise
      await bench.store.deleteKeys(keys)
    },
  }
  const clearing = clearRemains(bench.database.db, store)
  await begun.promise
  // Nobody holds the project meanwhile: the export starts at once.
  const id = await bench.startExport(organization, project)
  const ended = bench.waitForEnd(id)
  await Promise.race([ended, waitsForClearing()])
  released.resolve()
  await clearing
  expect(await ended).toMatchObject({ status: 'completed' })
  expect(await sources()).toHaveLength(1)
})

/** Until a worker has asked whether the source is being deleted. */
async function waitsForClearing(): Promise<void> {
  // As a parameter, or this very statement would be found too.
  const [text, pattern] = [
    'select from pg_stat_activity where datname = current_database() and query like $1',
    '%"export_remains"."clearing_until" > now()%',
  ]
  while ((await bench.database.pool.query(text, [pattern])).rowCount === 0) await setTimeout(20)
}

test('what a worker has taken no other one takes, until it must have died', async () => {
  const row = await makeExport()
  await bench.database.pool.query(`update export_remains set clearing_until = now() + interval '1 minute'`)
  await makeDue('leftovers')
  expect(await clear()).toBe(0)
  await bench.database.pool.query('update export_remains set clearing_until = now() where export_id = $1', [row.id])
  expect(await clear()).toBeGreaterThan(0)
})

test('nothing is taken over from an export whose time is over', async () => {
  const { id } = await makeExport()
  expect(await makeExport()).toMatchObject({ pages_rendered: 0 })
  await bench.database.db
    .updateTable('export')
    .set({ retained_until: new Date() })
    .where('project_id', '=', project)
    .execute()
  expect(await makeExport()).toMatchObject({ pages_reused: 0 })
  expect(await list(exportPrefix(organization, id))).not.toEqual([])
})

test('two that clear all the time, with everything due at once, take nothing from the exports that run', async () => {
  const stop = new AbortController()
  let deleted = 0
  async function sweep(): Promise<void> {
    while (!stop.signal.aborted) {
      await makeDue('leftovers', 'source')
      deleted += await clear()
      // Without a rest they mostly ask for work that there is not, and leave the exports half of the processor.
      await setTimeout(10)
    }
  }
  const sweepers = [sweep(), sweep()]
  const ended: ExportRow[] = []
  for (let round = 0; round < 4; round++) {
    const started = await Promise.all([1, 2, 3].map(() => bench.startExport(organization, project)))
    ended.push(...(await Promise.all(started.map((id) => bench.waitForEnd(id)))))
  }
  stop.abort()
  await Promise.all(sweepers)
  expect(ended.map(({ error }) => error)).toEqual(ended.map(() => null))
  expect(await Promise.all(ended.map(isWhole))).toEqual(ended.map(() => true))
  expect(deleted).toBeGreaterThan(0)
})
