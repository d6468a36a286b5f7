import { exportJobPage, listExports } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failExport } from '../../../testing/api/end-export.ts'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'

const path = '/v1/static-export/jobs'
let api: TestApi
let started: string[]
beforeAll(async () => {
  api = await startTestApi()
  started = []
  for (let i = 0; i < 5; i++) started.unshift(await startJob(api.tenant.domain))
})
afterAll(() => api[Symbol.asyncDispose]())

async function startJob(domain: string): Promise<string> {
  return (await api.send(path, { key: api.tenant.key, body: { domain } })).body.jobId
}

async function list(query: string, key = api.tenant.key) {
  return exportJobPage.parse((await api.send(path + query, { key })).body)
}

const ids = (page: { jobs: { jobId: string }[] }) => page.jobs.map(({ jobId }) => jobId)

test.each(refusalsOf(listExports))('$status $promise', ({ run }) => run(api, (key) => api.send(path, { key })))

describe('200', () => {
  test('pages hold every job once, newest first, also when two were made in the same millisecond', async () => {
    await api.database.pool.query(`alter table export disable trigger user`)
    await api.database.pool.query(`update export set created_at = date_trunc('second', now())`)
    await api.database.pool.query(`alter table export enable trigger user`)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...ids(page))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(started.toSorted().reverse())
  })

  test('only what the filters name', async () => {
    const { domain } = await api.tenant.makeProject()
    const id = await startJob(domain)
    await failExport(api.database.pool, id)
    expect(ids(await list(`?domain=${domain.toUpperCase()}`))).toEqual([id])
    expect(ids(await list('?status=failed'))).toEqual([id])
    expect(ids(await list(`?status=completed&domain=${domain}`))).toEqual([])
  })

  test('nothing of another organization, nor of projects that the key may not use', async () => {
    const other = await makeTenant(api.database.db)
    expect(await list('', other.key)).toEqual({ jobs: [], nextCursor: null })
    const { projectId } = await api.tenant.makeProject()
    const { key } = await api.tenant.makeKey({ projectIds: [projectId] })
    expect(ids(await list('', key))).toEqual([])
  })
})

describe('400', () => {
  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=1&limit=2', 'status=done', 'colour=red', 'cursor=nonsense'])(
    '%s',
    async (query) => {
      const answer = await api.send(`${path}?${query}`, { key: api.tenant.key })
      expectRefusal(answer, 'invalid_request')
      expect(answer.body.details[0].path).toMatch(/^query\./)
    },
  )
})
