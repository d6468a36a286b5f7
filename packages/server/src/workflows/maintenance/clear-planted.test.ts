import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { openTestStore } from '../../../testing/storage/open-test-store.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { fileIndexKeys } from '../../core/exports/bundles/file-index.ts'
import { expireExport } from '../../core/exports/cleanup/expire-export.ts'
import { beginExport } from '../../core/exports/run/begin-export.ts'
import { failExport } from '../../core/exports/run/fail-export.ts'
import { listChunks } from '../../core/exports/run/list-chunks.ts'
import { findProjectSource, recordProjectSource } from '../../core/exports/run/project-source.ts'
import { recordChunk } from '../../core/exports/run/record-chunk.ts'
import { recordSource } from '../../core/exports/run/record-source.ts'
import { referToChunks } from '../../core/exports/run/refer-to-chunks.ts'
import { makeId } from '../../core/make-id.ts'
import { createOrganization } from '../../core/organizations/create-organization.ts'
import { completeExport } from '../../core/publications/complete-export.ts'
import {
  exportPrefix,
  exportReportKey,
  organizationPrefix,
  snapshotPrefix,
  sourceListKey,
  sourcePackKey,
  sourcePrefix,
} from '../../storage/object-keys.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { clearRemains } from './clear-remains.ts'

const { store, close } = openTestStore()
let database: TestDatabase
let organization: string
let project: string
const organizations: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  const { db } = database
  organization = (await createOrganization(db, { name: 'Acme', plan: 'enterprise', domainMode: 'verified' }, operator))
    .id
  organizations.push(organization)
  project = makeId('project')
  const row = { id: project, organization_id: organization, name: 'Docs', repository: 'https://git.example.com/a' }
  await db
    .insertInto('project')
    .values({ ...row, branch: 'main' })
    .execute()
})
afterAll(async () => {
  for (const id of organizations) await store.deletePrefix(organizationPrefix(id))
  await close()
  await database.close()
})

const put = (key: string) => store.putBytes(key, Buffer.from('x'))
const list = (prefix: string) => Array.fromAsync(store.list(prefix))
const clear = (using: Pick<typeof store, 'list' | 'deleteKeys' | 'abortUploads'> = store) =>
  clearRemains(database.db, using)

const plantQueued = async () => {
  const id = makeId('export')
  const row = { id, organization_id: organization, project_id: project, domain: 'docs.example.com' }
  await database.db.insertInto('export').values(row).execute()
  return id
}

/** An export that has ended, with a pack, a bundle with its index, a report and the source that it was made of. */
async function plantCompleted(commit = 'c0ffee') {
  const { db } = database
  const id = await plantQueued()
  const prefix = exportPrefix(organization, id)
  const [bundle, pack] = [`${prefix}bundle/one.tar.gz`, `${prefix}chunk/0/digest/pack`]
  const published = [bundle, ...fileIndexKeys(bundle), pack, exportReportKey(organization, id)].sort()
  for (const key of [...published, `${snapshotPrefix(organization, project)}${commit}-docs`]) await put(key)
  await beginExport(db, id)
  await recordSource(db, id, { commit, version: 'v' })
  const counts = { pages: 1, reused: 0, warnings: 0 }
  await recordChunk(db, { exportId: id, index: 0, firstPage: 'a.mdx', ...counts, packKey: pack })
  await completeExport(db, id, { key: bundle, sha256: 'd', bytes: 1, errors: 0, warnings: 0, retentionDays: 30 })
  return { id, prefix, published }
}

const makeDue = (id: string, kind: 'leftovers' | 'source' | 'files') =>
  database.pool.query('update export_remains set due_at = now() where export_id = $1 and kind = $2', [id, kind])

const isDue = async (id: string, kind: string) => {
  const { rows } = await database.pool.query(
    'select due_at > now() as later from export_remains where export_id = $1 and kind = $2',
    [id, kind],
  )
  return rows[0]
}

const snapshots = () => list(snapshotPrefix(organization, project))

test('nothing goes before it is due', async () => {
  const { prefix, published } = await plantCompleted()
  await put(`${prefix}bundle/another.tar.gz`)
  expect(await clear()).toBe(0)
  expect(await list(prefix)).toHaveLength(published.length + 1)
})

test('of a completed export only what it has not published goes', async () => {
  const { id, prefix, published } = await plantCompleted()
  await put(`${prefix}bundle/another.tar.gz`)
  await put(`${prefix}chunk/0/other/pack`)
  await makeDue(id, 'leftovers')
  expect(await clear()).toBe(2)
  expect(await list(prefix)).toEqual(published)
})

test('the files of an export stay while another of its project waits or runs, and go after it', async () => {
  const { id, prefix, published } = await plantCompleted()
  const other = await plantQueued()
  for (const state of ['queued', 'running']) {
    if (state === 'running') await beginExport(database.db, other)
    await makeDue(id, 'files')
    expect(await clear(), state).toBe(0)
    expect(await list(prefix), state).toEqual(published)
    expect(await isDue(id, 'files')).toEqual({ later: true })
  }
  await failExport(database.db, other, { code: 'internal_error', message: 'Ended.' })
  await makeDue(id, 'files')
  await clear()
  expect(await list(prefix)).toEqual([exportReportKey(organization, id)])
})

test('the files of an export stay while another of its project is being started', async () => {
  const { id, prefix, published } = await plantCompleted()
  await makeDue(id, 'files')
  await database.db.transaction().execute(async (trx) => {
    // As a start does; its row is not to be seen yet.
    await trx.selectFrom('project').select('id').where('id', '=', project).forKeyShare().execute()
    expect(await clear()).toBe(0)
  })
  expect(await list(prefix)).toEqual(published)
})

test('a source stays until the last of its exports is due, and one of another commit does not count', async () => {
  const [first, second] = [await plantCompleted(), await plantCompleted()]
  const other = await plantCompleted('decade')
  await makeDue(first.id, 'source')
  await clear()
  expect(await snapshots()).toHaveLength(2)
  expect(await isDue(first.id, 'source')).toBeUndefined()
  await makeDue(second.id, 'source')
  await clear()
  expect(await snapshots()).toEqual([`${snapshotPrefix(organization, project)}decade-docs`])
  expect(await isDue(other.id, 'source')).toEqual({ later: true })
})

test('of what is stored by difference the last source stays until no export needs it, and all else goes', async () => {
  const prefix = sourcePrefix(organization, project)
  const [listKey, pack] = [sourceListKey(prefix, 'now'), sourcePackKey(prefix, 'used')]
  for (const key of [listKey, pack, sourceListKey(prefix, 'before'), sourcePackKey(prefix, 'unused')]) await put(key)
  const running = await plantQueued()
  await beginExport(database.db, running)
  const source = { listKey, listSha256: 'd', files: 'f', packs: ['used'], begunAt: undefined }
  await recordProjectSource(database.db, running, source)
  const [first, second] = [await plantCompleted(), await plantCompleted('decade')]
  await makeDue(first.id, 'source')
  await clear()
  expect(await list(prefix)).toHaveLength(4)
  await failExport(database.db, running, { code: 'internal_error', message: 'Ended.' })
  await makeDue(first.id, 'source')
  await clear()
  expect(await list(prefix)).toEqual([listKey, pack])
  expect(await findProjectSource(database.db, project)).toBeDefined()
  for (const id of [second.id, running]) {
    await makeDue(id, 'source')
    await clear()
  }
  expect(await list(prefix)).toEqual([])
  expect(await findProjectSource(database.db, project)).toBeUndefined()
})

test('what the storage refuses to delete is looked at again later', async () => {
  const { id, prefix, published } = await plantCompleted()
  await makeDue(id, 'files')
  const deleteKeys = () => Promise.reject(new StorageError('unavailable', 'refused'))
  await expect(clear({ ...store, deleteKeys })).rejects.toThrow('refused')
  expect(await isDue(id, 'files')).toEqual({ later: true })
  expect(await list(prefix)).toEqual(published)
})

test('a pack that another export refers to stays when the time of its own is over, and goes with the last of them', async () => {
  const { db } = database
  const first = await plantCompleted()
  const pack = `${first.prefix}chunk/0/digest/pack`
  const second = await plantQueued()
  await beginExport(db, second)
  const earlier = { exportId: first.id, index: 0 }
  await referToChunks(db, second, [{ index: 0, firstPage: 'a.mdx', pages: 1, earlier }])
  const bundle = `${exportPrefix(organization, second)}bundle/two.tar.gz`
  await completeExport(db, second, { key: bundle, sha256: 'd', bytes: 1, errors: 0, warnings: 0, retentionDays: 30 })
  await expireExport(db, first.id, operator)
  await clear()
  expect(await list(first.prefix)).toEqual([pack, exportReportKey(organization, first.id)])
  await expireExport(db, second, operator)
  await clear()
  expect(await list(first.prefix)).toEqual([exportReportKey(organization, first.id)])
})

test('no export refers to a pack of another project, whatever it is told', async () => {
  const { db } = database
  const foreign = await plantCompleted()
  project = makeId('project')
  const row = { id: project, organization_id: organization, name: 'Other', repository: 'https://git.example.com/b' }
  await db
    .insertInto('project')
    .values({ ...row, branch: 'main' })
    .execute()
  const own = await plantQueued()
  await beginExport(db, own)
  const earlier = { exportId: foreign.id, index: 0 }
  await referToChunks(db, own, [{ index: 0, firstPage: 'a.mdx', pages: 1, earlier }])
  expect(await listChunks(db, own)).toEqual([])
})
