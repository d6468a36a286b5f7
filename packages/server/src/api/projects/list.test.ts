import { listProjects, projectPage } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'

const path = '/v1/projects'
let api: TestApi
let made: string[]
beforeAll(async () => {
  api = await startTestApi()
  made = [api.tenant.projectId]
  for (let i = 0; i < 4; i++) made.unshift((await api.tenant.makeProject()).projectId)
})
afterAll(() => api[Symbol.asyncDispose]())

async function list(query: string, key = api.tenant.key) {
  return projectPage.parse((await api.send(path + query, { key })).body)
}

const ids = (page: { projects: { id: string }[] }) => page.projects.map(({ id }) => id)

async function walk(afterPage: () => Promise<void> = async () => {}): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...ids(page))
    cursor = page.nextCursor
    await afterPage()
  }
  return seen
}

test.each(refusalsOf(listProjects))('$status $promise', ({ run }) => run(api, (key) => api.send(path, { key })))

describe('200', () => {
  test('what an agent job and an export need to know of a project, and no secret of it', async () => {
    const { projects } = await list('')
    expect(projects.find(({ id }) => id === api.tenant.projectId)).toEqual({
      id: api.tenant.projectId,
      name: 'Docs',
      repository: 'https://git.example.com/docs.git',
      branch: 'main',
      docsPath: '',
      createdAt: expect.any(String),
    })
  })

  test('pages hold every project once, newest first, also when times differ by microseconds', async () => {
    expect(await walk()).toEqual(made)
    await api.database.pool.query(
      `update project set created_at = date_trunc('second', now()) + (('x' || right(id, 2))::bit(8)::int) * interval '1 microsecond'`,
    )
    expect(await walk()).toEqual(made.toSorted().reverse())
  })

  test('a project that is deleted between two pages takes no other with it', async () => {
    const { pool } = api.database
    await pool.query(`update project set created_at = now() - interval '1 day'`)
    const last = (await api.tenant.makeProject()).projectId
    const first = (await api.tenant.makeProject()).projectId
    const seen = await walk(async () => void (await pool.query('delete from project where id = $1', [last])))
    expect(seen).toEqual([first, last, ...made.toSorted().reverse()])
  })

  test('nothing of another organization, nor projects that the key may not use; any plan and a key that reads will do', async () => {
    const other = await makeTenant(api.database.db, undefined, 'free')
    expect(ids(await list('', other.key))).toEqual([other.projectId])
    const { key } = await api.tenant.makeKey({ projectIds: [made[2] ?? ''], scopes: ['read'] })
    expect(ids(await list('', key))).toEqual([made[2]])
  })
})

describe('400', () => {
  test.each(['limit=0', 'limit=101', 'limit=x', 'colour=red', 'cursor=nonsense', 'cursor=1.se_0123456789abcdef'])(
    '%s',
    async (query) => {
      const answer = await api.send(`${path}?${query}`, { key: api.tenant.key })
      expectRefusal(answer, 'invalid_request')
      expect(answer.body.details[0].path).toMatch(/^query\./)
    },
  )
})
