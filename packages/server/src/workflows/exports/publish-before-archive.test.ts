import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { applyDelta, BundleError, extractBundle, verifyFolder } from '@bindery/bundle'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { waitForLocks } from '../../../testing/db/wait-for-locks.ts'
import { smallSite } from '../../../testing/sites.ts'
import { type ExportBench, openExportBench } from '../../../testing/workflows/export-bench.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { addDomain } from '../../core/domains/add-domain.ts'
import { linkBundle } from '../../core/exports/bundles/link-bundle.ts'
import { createDeltaStorage, findDelta } from '../../core/exports/bundles/store-delta.ts'
import { cancelExport } from '../../core/exports/cancel-export.ts'
import { findCurrentPage } from '../../core/exports/read/find-current-page.ts'
import { rollBack } from '../../core/publications/roll-back.ts'
import type { KeyRow } from '../../db/statements/key-row.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { startWorker } from '../start-worker.ts'

const domain = 'docs.example.com'
let bench: ExportBench
let organization: string
let project: string
let caller: KeyRow
/** What is current when a test begins. */
let first: string
let texts = 0

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  caller = { organization_id: organization, project_ids: null } as KeyRow
  project = await bench.addProject(organization, await changedSite())
  await addDomain(bench.database.db, { projectId: project, name: domain, mode: 'trusted' }, operator)
  const worker = await startWorker(bench.workerDeps)
  const id = await bench.startExport(organization, project)
  expect(await bench.waitForEnd(id)).toMatchObject({ status: 'completed', published_at: null })
  await worker.stop()
})
afterAll(() => bench.close())

beforeEach(async () => {
  const { current_export } = await bench.database.db.selectFrom('domain').selectAll().executeTakeFirstOrThrow()
  first = current_export ?? ''
})

/** The small site with one page that says something new. */
async function changedSite(): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  await cp(smallSite, folder, { recursive: true })
  await writeFile(join(folder, 'guides/use.mdx'), `---\ntitle: Use\n---\n\nIt is text ${texts++}.\n`)
  return bench.addRepository(folder)
}

async function startChanged(): Promise<string> {
  const repository = await changedSite()
  await bench.database.db.updateTable('project').set({ repository }).where('id', '=', project).execute()
  return bench.startExport(organization, project)
}

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

async function readState(id: string) {
  const { rows } = await bench.database.pool.query(
    `select export.status, export.published_at is not null as early, domain.current_export = export.id as current,
       (select count(*)::int from publication where export_id = export.id) as publications,
       (select count(*)::int from audit where action = 'domain.publish' and target like '%' || export.id) as audited
     from export cross join domain where export.id = $1 and domain.organization_id = export.organization_id`,
    [id],
  )
  return rows[0]
}

const completed = { status: 'completed', early: true, current: true, publications: 1, audited: 1 }
const published = { ...completed, status: 'running' }
const unpublished = { status: 'running', early: false, current: false, publications: 0, audited: 0 }

/** The archive is what an export of the same commit makes that is published when it completes. */
async function expectSameBundle(id: string): Promise<void> {
  const { db } = bench.database
  const { repository } = await db
    .selectFrom('project')
    .select('repository')
    .where('id', '=', project)
    .executeTakeFirstOrThrow()
  const plain = await bench.startExport(organization, await bench.addProject(organization, repository))
  const [one, other] = [await bench.waitForEnd(id), await bench.waitForEnd(plain)]
  expect(one.bundle_sha256).toBe(other.bundle_sha256)
}

const link = (exportId: string, since?: string) => {
  const { store, database } = bench
  const deps = { db: database.db, store, linkLifetimeSeconds: 60, storeDelta: createDeltaStorage(store) }
  return linkBundle(deps, { caller, exportId, since, actor: operator })
}

/** Archives wait here until they are let go. */
function holdArchives(store: ObjectStore) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const putStream: ObjectStore['putStream'] = async (key, body, options) => {
    if (/bundle\/[^/]+\.tar\.gz$/.test(key)) await released
    return store.putStream(key, body, options)
  }
  return { store: { ...store, putStream }, release }
}

const untilPublished = (id: string) =>
  vi.waitFor(async () => expect(await readState(id)).toEqual(published), { timeout: 240_000, interval: 50 })

test('an export is current, and can be taken as a delta, while its archive is still being written', async () => {
  const held = holdArchives(bench.store)
  const worker = await startWorker({ ...bench.workerDeps, store: held.store })
  try {
    const second = await startChanged()
    await untilPublished(second)

    const delta = await link(second, first)
    const folder = await mkdtemp(join(bench.folder, 'site-'))
    await extractBundle([await bench.store.getBytes((await bench.waitForEnd(first)).bundle_key!)], join(folder, 'site'))
    const bytes = Buffer.from(await (await fetch(delta.bundleUrl)).arrayBuffer())
    await applyDelta(join(folder, 'site'), [bytes], { sha256: delta.sha256 })
    await verifyFolder(join(folder, 'site'))

    await expect(link(second)).rejects.toMatchObject({ code: 'export_not_completed' })
    const { db } = bench.database
    const cancelling = cancelExport({ db, cancelWork: async () => {} }, { caller, exportId: second, actor: operator })
    await expect(cancelling).rejects.toMatchObject({
      code: 'export_ended',
      message: expect.stringContaining('published'),
    })
    const page = { caller, domain, status: 'completed', limit: 1, cursor: undefined } as const
    expect((await findCurrentPage(db, page))?.jobs).toMatchObject([{ jobId: first }])

    const third = await startChanged()
    await untilPublished(third)
    await expect(link(third, first)).rejects.toMatchObject({ code: 'delta_not_ready', retryAfterSeconds: 2 })
    expect(await link(third, second)).toMatchObject({ jobId: third })

    held.release()
    await bench.waitForEnd(second)
    await bench.waitForEnd(third)
    expect(await readState(second)).toEqual({ ...completed, current: false })
    expect(await readState(third)).toEqual(completed)
    expect((await findCurrentPage(db, page))?.jobs).toMatchObject([{ jobId: third }])
    expect(await link(third, first)).toMatchObject({ jobId: third })
    await expectSameBundle(third)
  } finally {
    held.release()
    await worker.stop()
  }
})

test('files of a published export are kept while it is current, and from then on for as long as any', async () => {
  const held = holdArchives(bench.store)
  const limits = { ...bench.workerDeps.limits, retentionDays: 30 }
  const worker = await startWorker({ ...bench.workerDeps, limits, store: held.store })
  try {
    const [second, third] = [await startChanged(), await startChanged()]
    await untilPublished(third)
    await rollBack(bench.database.db, { caller, domain, exportId: first, actor: operator, idempotencyKey: undefined })
    held.release()
    for (const id of [second, third]) {
      const { retained_until } = await bench.waitForEnd(id)
      expect(retained_until).toBeInstanceOf(Date)
      expect(await readState(id)).toMatchObject({ status: 'completed', current: false })
    }
    const fourth = await startChanged()
    expect(await bench.waitForEnd(fourth)).toMatchObject({ retained_until: null })
    expect(await readState(fourth)).toEqual(completed)
  } finally {
    held.release()
    await worker.stop()
  }
})

test('an archive that cannot be written is tried again, and undoes no publication', async () => {
  let faults = 2
  const putStream: ObjectStore['putStream'] = async (key, body, options) => {
    // Not one of those that a step tries again by itself.
    if (/bundle\/[^/]+\.tar\.gz$/.test(key) && faults-- > 0) throw new BundleError('bad_pack', 'Bad.', { entry: 'a' })
    return bench.store.putStream(key, body, options)
  }
  const worker = await startWorker({ ...bench.workerDeps, store: { ...bench.store, putStream } })
  try {
    const second = await startChanged()
    await untilPublished(second)
    expect(await bench.waitForEnd(second)).toMatchObject({ status: 'completed', error: null })
    expect(faults).toBeLessThan(0)
    expect(await readState(second)).toEqual(completed)
  } finally {
    await worker.stop()
  }
})

test('a site of which more has changed than a delta carries becomes current when it completes', async () => {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  await cp(smallSite, folder, { recursive: true })
  const names = Array.from({ length: 110 }, (_, n) => `more-${n}`)
  for (const name of names) await writeFile(join(folder, `${name}.mdx`), `---\ntitle: ${name}\n---\n\nMore.\n`)
  const repository = bench.addRepository(folder)
  await bench.database.db.updateTable('project').set({ repository }).where('id', '=', project).execute()
  const worker = await startWorker(bench.workerDeps)
  const second = await bench.startExport(organization, project)
  await bench.waitForEnd(second)
  await worker.stop()
  expect(await readState(second)).toEqual({ ...completed, early: false })
})

test.each([
  ['before the head of the archive is stored', '\\.head$', unpublished],
  ['while the delta is made', 'delta/.*\\.tar\\.gz$', unpublished],
  ['between the publication and the archive', 'bundle/[^/]+\\.tar\\.gz$', published],
])('a worker that is killed %s leaves a site that hosts can take, and another goes on', async (_when, place, state) => {
  const doomed = await bench.startWorkerProcess({ HOLD_AT: place })
  const second = await startChanged()
  await once(doomed.stdout!, 'data')
  await kill(doomed)
  expect(await readState(second)).toEqual(state)
  const delta = await findDelta(bench.store, { exportId: first }, { organizationId: organization, exportId: second })
  expect(delta !== undefined).toBe(state === published)
  const other = await bench.startWorkerProcess()
  await bench.waitForEnd(second)
  expect(await readState(second)).toEqual(completed)
  await kill(other)
})

test.each([
  ['while it is published', unpublished, false],
  ['between the archive and the completion', published, true],
])(
  'a worker that is killed %s has done all of it or nothing, and another does the rest',
  async (_when, state, isLater) => {
    const holder = new pg.Client({ connectionString: bench.database.url, idle_in_transaction_session_timeout: 0 })
    await holder.connect()
    try {
      const doomed = await bench.startWorkerProcess(isLater ? { HOLD_AT: 'bundle/[^/]+\\.tar\\.gz$' } : {})
      const hold = async () => {
        await holder.query('begin')
        await holder.query('select from domain for update')
      }
      if (!isLater) await hold()
      const second = await startChanged()
      let last = doomed
      if (isLater) {
        await once(doomed.stdout!, 'data')
        await kill(doomed)
        await hold()
        last = await bench.startWorkerProcess()
      }
      // The transaction that publishes, or completes, waits for the domain.
      await waitForLocks(bench.database.pool, 1)
      await kill(last)
      expect(await readState(second)).toEqual(state)
      const other = await bench.startWorkerProcess()
      await holder.query('commit')
      await bench.waitForEnd(second)
      expect(await readState(second)).toEqual(completed)
      await kill(other)
    } finally {
      await holder.end()
    }
  },
)
