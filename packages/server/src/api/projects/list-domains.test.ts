import { domainPage, listDomains } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { operatorScope } from '../../core/access/scope.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { addDomain } from '../../core/domains/add-domain.ts'
import { defaultLimits } from '../../core/limits/limits.ts'

const path = '/v1/domains'
let api: TestApi
let made: { projectId: string; domain: string }[]
beforeAll(async () => {
  api = await startTestApi()
  made = [api.tenant]
  for (let i = 0; i < 4; i++) made.push(await api.tenant.makeProject())
})
afterAll(() => api[Symbol.asyncDispose]())

async function list(query: string, key = api.tenant.key) {
  return domainPage.parse((await api.send(path + query, { key })).body)
}

const names = (page: { domains: { domain: string }[] }) => page.domains.map(({ domain }) => domain)

test.each(refusalsOf(listDomains))('$status $promise', ({ run }) => run(api, (key) => api.send(path, { key })))

describe('200', () => {
  test('pages hold every domain once, by name, each with its project', async () => {
    const seen: { projectId: string; domain: string }[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.domains.map(({ projectId, domain }) => ({ projectId, domain })))
      cursor = page.nextCursor
    }
    const expected = made.map(({ projectId, domain }) => ({ projectId, domain }))
    expect(seen).toEqual(expected.sort((a, b) => (a.domain < b.domain ? -1 : 1)))
  })

  test('only those of the project that the filter names', async () => {
    expect(names(await list(`?projectId=${made[1]?.projectId}`))).toEqual([made[1]?.domain])
    expect(names(await list('?projectId=prj_0000000000000000'))).toEqual([])
  })

  test('a claim is told from what is proven, without what would prove it', async () => {
    const { projectId } = await api.tenant.makeProject()
    const { token } = await addDomain(
      api.database.db,
      operatorScope,
      { projectId, name: 'claimed.example.com', mode: 'verified' },
      operator,
      defaultLimits,
    )
    const answer = await api.send(`${path}?projectId=${projectId}`, { key: api.tenant.key })
    const claimed = domainPage.parse(answer.body).domains.find(({ domain }) => domain === 'claimed.example.com')
    expect(claimed).toMatchObject({ verifiedAt: null })
    expect(answer.text).not.toContain(token)
    expect((await list('')).domains.find(({ domain }) => domain === api.tenant.domain)?.verifiedAt).not.toBeNull()
  })

  test('nothing of another organization, nor of projects that the key may not use; any plan will do', async () => {
    const other = await makeTenant(api.database.db, undefined, 'free')
    expect(names(await list('', other.key))).toEqual([other.domain])
    expect(names(await list(`?projectId=${made[1]?.projectId}`, other.key))).toEqual([])
    const { key } = await api.tenant.makeKey({ projectIds: [made[2]?.projectId ?? ''], scopes: ['read'] })
    expect(names(await list('', key))).toEqual([made[2]?.domain])
    expect(names(await list(`?projectId=${made[1]?.projectId}`, key))).toEqual([])
  })
})

describe('400', () => {
  test.each(['limit=0', 'limit=101', 'colour=red', 'projectId=x', 'cursor=..'])('%s', async (query) => {
    const answer = await api.send(`${path}?${query}`, { key: api.tenant.key })
    expectRefusal(answer, 'invalid_request')
    expect(answer.body.details[0].path).toMatch(/^query\./)
  })
})
