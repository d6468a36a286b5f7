import { exportChanges, getPageDifference, listExportChanges, pageDifference } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failExport } from '../../../testing/api/end-export.ts'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { publishBundle } from '../../../testing/api/publish-bundle.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { openTestStore } from '../../../testing/storage/open-test-store.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { expireExport } from '../../core/exports/cleanup/expire-export.ts'

const jobs = '/v1/static-export/jobs'
const missing = 'se_0000000000000000'
const bucket = openTestStore()
let api: TestApi
let before: string
let after: string

beforeAll(async () => {
  api = await startTestApi({ store: bucket.store })
  const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, n) => [`many/${n}`, `Page ${n}.`]))
  before = await publish({ ...many, start: '# Start\n\nOld words.\n\nEnd.', gone: 'Gone.', old: 'Moves.' })
  after = await publish({ ...many, start: '# Start\n\nNew words.\n\nEnd.', 'new/place': 'Moves.', fresh: 'Fresh.' })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await bucket.close()
})

async function publish(texts: Record<string, string>): Promise<string> {
  const id = await startJob()
  const files = Object.entries(texts).flatMap(([path, text]) =>
    ['html', 'md'].map((ending) => ({ path: `${path}.${ending}`, bytes: Buffer.from(text), page: `${path}.mdx` })),
  )
  await publishBundle({ pool: api.database.pool, store: bucket.store, key: `${bucket.prefix}${id}` }, id, files)
  return id
}

async function startJob(): Promise<string> {
  return (await api.send(jobs, { key: api.tenant.key, body: { domain: api.tenant.domain } })).body.jobId
}

const changes = (id: string, query: string, sent: object = {}) =>
  api.send(`${jobs}/${id}/changes${query}`, { key: api.tenant.key, ...sent })

describe('the list', () => {
  test.each(refusalsOf(listExportChanges))('$status $promise', ({ run }) =>
    run(api, (key) => api.send(`${jobs}/${missing}/changes?since=${missing}`, { key })),
  )

  test('names what became of each page', async () => {
    const { body } = await changes(after, `?since=${before}`)
    expect(exportChanges.parse(body)).toEqual({
      jobId: after,
      since: before,
      counts: { added: 1, changed: 1, moved: 1, removed: 1, rendered: 0 },
      pages: [
        { kind: 'added', path: 'fresh', from: null },
        { kind: 'removed', path: 'gone', from: null },
        { kind: 'moved', path: 'new/place', from: 'old' },
        { kind: 'changed', path: 'start', from: null },
      ],
      nextCursor: null,
    })
  })

  test('comes in pages', async () => {
    const first = await changes(after, `?since=${before}&limit=3`)
    expect(first.body).toMatchObject({ nextCursor: '3', counts: { added: 1 } })
    const rest = await changes(after, `?since=${before}&limit=3&cursor=${first.body.nextCursor}`)
    expect(rest.body).toMatchObject({ pages: [{ path: 'start' }], nextCursor: null })
  })
})

describe('one page', () => {
  const page = (path: string, query: string) => changes(after, `/${path}${query}`)

  test.each(refusalsOf(getPageDifference))('$status $promise', ({ run }) =>
    run(api, (key) => api.send(`${jobs}/${missing}/changes/start?since=${missing}`, { key })),
  )

  test('shows the blocks that were removed and added', async () => {
    const { body } = await page('start', `?since=${before}`)
    expect(pageDifference.parse(body)).toEqual({
      jobId: after,
      since: before,
      path: 'start',
      blocks: [
        { mark: 'same', text: '# Start', skipped: 0 },
        { mark: 'removed', text: 'Old words.', skipped: 0 },
        { mark: 'added', text: 'New words.', skipped: 0 },
        { mark: 'same', text: 'End.', skipped: 0 },
      ],
    })
  })

  test('that is new or gone is so as a whole; one that moved is compared with where it was', async () => {
    expect((await page('fresh', `?since=${before}`)).body.blocks).toEqual([
      { mark: 'added', text: 'Fresh.', skipped: 0 },
    ])
    expect((await page('gone', `?since=${before}`)).body.blocks).toEqual([
      { mark: 'removed', text: 'Gone.', skipped: 0 },
    ])
    expect((await page('new/place', `?since=${before}&from=old`)).body.blocks).toEqual([])
  })

  test('that neither export has is not found', async () => {
    expectRefusal(await page('no/such', `?since=${before}`), 'file_not_found')
  })

  test('too long to compare is said to be', async () => {
    const long = await publish({ start: 'word '.repeat(300_000) })
    expect((await changes(long, `/start?since=${before}`)).body.blocks).toBeNull()
  })
})

describe.each([
  ['the list', (id: string, since: string, key?: string) => changes(id, `?since=${since}`, key ? { key } : {})],
  ['one page', (id: string, since: string, key?: string) => changes(id, `/start?since=${since}`, key ? { key } : {})],
])('%s', (_name, ask) => {
  test('of a missing export, or since one, is not found; nor of another tenant', async () => {
    expectRefusal(await ask(missing, before), 'export_not_found')
    expectRefusal(await ask(after, missing), 'export_not_found')
    const other = await makeTenant(api.database.db)
    expectRefusal(await ask(after, before, other.key), 'export_not_found')
  })

  test('needs two completed exports', async () => {
    const running = await startJob()
    expectRefusal(await ask(running, before), 'export_not_completed')
    expectRefusal(await ask(after, running), 'export_not_comparable')
    await failExport(api.database.pool, running)
    expectRefusal(await ask(running, before), 'export_failed')
  })

  test('needs exports whose files are kept', async () => {
    const expired = await publish({ start: 'Old.' })
    await expireExport(api.database.db, expired, operator, { withdraw: true })
    expectRefusal(await ask(expired, before), 'export_expired')
    expectRefusal(await ask(after, expired), 'export_not_comparable')
  })

  test('refuses to be compared with nothing', async () => {
    const { status, body } = await ask(after, 'x')
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })
})
