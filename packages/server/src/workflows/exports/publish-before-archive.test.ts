import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access, cp, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { applyDelta, BundleError, extractBundle, unchecked, verifyFolder } from '@bindery/bundle'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { waitForLocks } from '../../../testing/db/wait-for-locks.ts'
import { smallSite } from '../../../testing/sites.ts'
import { type ExportBench, openExportBench } from '../../../testing/workflows/export-bench.ts'
import { operatorScope } from '../../core/access/scope.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { addDomain } from '../../core/domains/add-domain.ts'
import { linkBundle } from '../../core/exports/bundles/link-bundle.ts'
import { createDeltaStorage, findDelta } from '../../core/exports/bundles/store-delta.ts'
import { cancelExport } from '../../core/exports/cancel-export.ts'
import { findCurrentPage } from '../../core/exports/read/find-current-page.ts'
import { defaultLimits } from '../../core/limits/limits.ts'
import { rollBack } from '../../core/publications/roll-back.ts'
import type { KeyRow } from '../../db/statements/key-row.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { startWorker, type Worker } from '../start-worker.ts'

const domain = 'docs.example.com'
let bench: ExportBench
let worker: Worker
let organization: string
let project: string
let caller: KeyRow
/** What is current when a test begins. */
let first: string
let texts = 0

/** What becomes of archives: they wait for this, and so many of them fail. */
const archives = { released: Promise.resolve(), faults: 0 }

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  caller = { organization_id: organization, project_ids: null, limits: {} } as KeyRow
  const limits = JSON.stringify({ retentionDays: 30 })
  await bench.database.db.updateTable('organization').set({ limits }).where('id', '=', organization).execute()
  project = await bench.addProject(organization, await changedSite())
  await addDomain(
    bench.database.db,
    operatorScope,
    { projectId: project, name: domain, mode: 'trusted' },
    operator,
    defaultLimits,
  )
  worker = await startWorker({ ...bench.workerDeps, store: disturbArchives(bench.store) })
  const id = await bench.startExport(organization, project)
  expect(await bench.waitForEnd(id)).toMatchObject({ status: 'completed', published_at: null })
})
afterAll(() => bench.close())

beforeEach(async () => {
  const { current_export } = await bench.database.db.selectFrom('domain').selectAll().executeTakeFirstOrThrow()
  first = current_export ?? ''
})

function disturbArchives(store: ObjectStore): ObjectStore {
  const putStream: ObjectStore['putStream'] = async (key, body, options) => {
    if (/bundle\/[^/]+\.tar\.gz$/.test(key)) {
      await archives.released
      // Not one of those that a step tries again by itself.
      if (archives.faults-- > 0) throw new BundleError('bad_pack', 'Bad.', { entry: 'a' })
    }
    return store.putStream(key, body, options)
  }
  return { ...store, putStream }
}

function holdArchives(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  archives.released = promise
  return resolve
}

/** The small site with one page that says something new. */
async function changedSite(more: readonly string[] = []): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  await cp(smallSite, folder, { recursive: true })
  for (const name of ['guides/use', ...more])
    await writeFile(join(folder, `${name}.mdx`), `---\ntitle: ${name}\n---\n\nIt is text ${texts++}.\n`)
  return bench.addRepository(folder)
}

async function startChanged(more?: readonly string[]): Promise<string> {
  const repository = await changedSite(more)
  await bench.database.db.updateTable('project').set({ repository }).where('id', '=', project).execute()
  return bench.startExport(organization, project)
}

async function readState(id: string) {
  const { rows } = await bench.database.pool.query(
    `select export.status, export.published_at is not null as early, domain.current_export = export.id as current,
       (select count(*)::int from publication where export_id = export.id) as publications,
       (select count(*)::int from audit where action = 'domain.publish' and target like '%' || export.id) as audited
     from export cross join domain where export.id = $1`,
    [id],
  )
  return rows[0]
}

const completed = { status: 'completed', early: true, current: true, publications: 1, audited: 1 }
const published = { ...completed, status: 'running' }
const unpublished = { status: 'running', early: false, current: false, publications: 0, audited: 0 }

const untilPublished = (id: string) =>
  vi.waitFor(async () => expect(await readState(id)).toEqual(published), { timeout: 240_000, interval: 50 })

const link = (exportId: string, since?: string) => {
  const { store, database } = bench
  const storeDelta = createDeltaStorage(store)
  const deps = { db: database.db, store, linkLifetimeSeconds: 60, storeDelta, limits: defaultLimits }
  return linkBundle(deps, { caller, exportId, since, countsDelta: true, actor: operator })
}

/** What a host gets that can take no delta. */
async function readNewest() {
  const page = { caller, domain, status: 'completed', limit: 1, cursor: undefined } as const
  return (await findCurrentPage(bench.database.db, page))?.jobs.map(({ jobId }) => jobId)
}

test('an export is current, and can be taken as a delta, while its archive is still being written', async () => {
  const release = holdArchives()
  const second = await startChanged()
  await untilPublished(second)

  const delta = await link(second, first)
  const site = join(await mkdtemp(join(bench.folder, 'site-')), 'site')
  await extractBundle([await bench.store.getBytes((await bench.waitForEnd(first)).bundle_key!)], site, unchecked)
  const bytes = Buffer.from(await (await fetch(delta.bundleUrl)).arrayBuffer())
  await applyDelta(site, [bytes], { publicKeys: 'unchecked', sha256: delta.sha256 })
  const { manifestSha256 } = await verifyFolder(site, unchecked)

  await expect(link(second)).rejects.toMatchObject({ code: 'export_not_completed' })
  const { db } = bench.database
  const cancelling = cancelExport({ db, cancelWork: async () => {} }, { caller, exportId: second, actor: operator })
  await expect(cancelling).rejects.toMatchObject({
    code: 'export_ended',
    message: expect.stringContaining('published'),
  })
  expect(await readNewest()).toEqual([first])

  const third = await startChanged()
  await untilPublished(third)
  await expect(link(third, first)).rejects.toMatchObject({ code: 'delta_not_ready', retryAfterSeconds: 2 })
  expect(await link(third, second)).toMatchObject({ jobId: third })

  release()
  const { bundle_key } = await bench.waitForEnd(second)
  const { retained_until } = await bench.waitForEnd(third)
  expect(await readState(second)).toEqual({ ...completed, current: false })
  expect(await readState(third)).toEqual(completed)
  // Of what is current the files are kept, of what was current for as long as any.
  expect(retained_until).toBeNull()
  expect((await bench.waitForEnd(second)).retained_until).toBeInstanceOf(Date)
  expect(await readNewest()).toEqual([third])
  expect(await link(third, first)).toMatchObject({ jobId: third })
  const whole = await extractBundle([await bench.store.getBytes(bundle_key!)], `${site}-whole`, unchecked)
  expect(whole.manifestSha256).toBe(manifestSha256)
})

test('what was rolled back while its archive was written completes, and is not published again', async () => {
  const release = holdArchives()
  const second = await startChanged()
  await untilPublished(second)
  await rollBack(
    { db: bench.database.db, compare: async () => [] },
    { caller, domain, exportId: first, actor: operator, idempotencyKey: undefined },
  )
  release()
  expect((await bench.waitForEnd(second)).retained_until).toBeInstanceOf(Date)
  expect(await readState(second)).toEqual({ ...completed, current: false })
})

test('an archive that cannot be written is tried again, and undoes no publication', async () => {
  archives.faults = 2
  const second = await startChanged()
  await untilPublished(second)
  expect(await bench.waitForEnd(second)).toMatchObject({ status: 'completed', error: null })
  expect(archives.faults).toBeLessThan(0)
  expect(await readState(second)).toEqual(completed)
})

test('a site of which more has changed than a delta carries becomes current when it completes', async () => {
  const second = await startChanged(Array.from({ length: 60 }, (_, n) => `more-${n}`))
  await bench.waitForEnd(second)
  expect(await readState(second)).toEqual({ ...completed, early: false })
})

test('workers that are killed between any two parts of a publication leave a site that hosts can take', async () => {
  await worker.stop()
  const { pool } = bench.database
  const second = await startChanged()
  const find = () => findDelta(bench.store, { exportId: first }, { organizationId: organization, exportId: second })

  await killHeldAt('\\.head$')
  expect(await readState(second)).toEqual(unpublished)
  await killHeldAt('delta/.*\\.tar\\.gz$')
  expect([await readState(second), await find()]).toEqual([unpublished, undefined])
  await killWaiting(async () => expect(await readState(second)).toEqual(unpublished))
  await killHeldAt('bundle/[^/]+\\.tar\\.gz$')
  expect([await readState(second), await find()]).toEqual([published, expect.anything()])
  // The engine gives up what took too many workers down with it; a published export is taken up again.
  await pool.query(`update dbos.workflow_status set status = 'ERROR' where workflow_uuid = $1`, [second])
  await killWaiting(async () => expect(await readState(second)).toEqual(published))

  const last = await bench.startWorkerProcess()
  await bench.waitForEnd(second)
  await kill(last)
  expect(await readState(second)).toEqual(completed)
})

/** A worker that goes on as far as it would write such an object. */
async function killHeldAt(place: string): Promise<void> {
  const held = join(await mkdtemp(join(bench.folder, 'held-')), 'key')
  const doomed = await bench.startWorkerProcess({ HOLD_AT: place, HELD_FILE: held })
  await vi.waitFor(() => access(held), { timeout: 240_000, interval: 20 })
  await kill(doomed)
}

/** One that goes on as far as the transaction that publishes or completes, which waits for the domain. */
async function killWaiting(check: () => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: bench.database.url, idle_in_transaction_session_timeout: 0 })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from domain for update')
    const doomed = await bench.startWorkerProcess()
    await waitForLocks(bench.database.pool, 1, 240_000)
    await kill(doomed)
    // Until the domain is free: then a statement goes on whose process is gone, and a transaction of several does not.
    await check()
  } finally {
    await holder.end()
  }
}

async function kill(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL')
  await once(process, 'exit')
}
