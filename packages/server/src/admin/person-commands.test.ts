import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../../testing/admin/run-admin.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { resetPassword } from '../core/people/change-password.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

// biome-ignore lint/suspicious/noExplicitAny: each test names the fields that it looks at
async function run(...args: string[]): Promise<any> {
  return JSON.parse(await runAdmin([...args, '--json'], { db: database.db }))
}

const setPassword = (link: string) =>
  resetPassword(
    database.db,
    { token: link.replace('/reset/', ''), password: 'correct horse battery' },
    { address: null, requestId: null },
  )

test('a person is made with a place, comes in by the link, is reset, made operator and removed', async () => {
  const { id: organization } = await run('organization', 'create', '--name', 'Acme', '--trust-domains')
  const place = ['--organization', organization, '--role', 'writer']
  const made = await run('user', 'create', '--email', 'Ada@example.com', '--name', 'Ada', ...place)
  expect(made).toMatchObject({ email: 'ada@example.com', link: expect.stringMatching(/^\/reset\/[\w-]{43}$/) })
  await setPassword(made.link)
  expect(await run('user', 'list')).toMatchObject([
    { id: made.id, hasPassword: true, isOperator: false, memberships: [`${organization}:writer`] },
  ])
  const { link } = await run('user', 'reset', 'ada@example.com', '--second-factor')
  expect(await run('user', 'list')).toMatchObject([{ hasPassword: false }])
  await setPassword(link)
  expect(await run('user', 'operator', 'ada@example.com')).toEqual({ email: 'ada@example.com', isOperator: true })
  expect(await run('user', 'operator', 'ada@example.com', '--off')).toMatchObject({ isOperator: false })
  await run('user', 'remove', 'ada@example.com')
  expect(await run('user', 'list')).toEqual([])
})

test('a place is an organization and a role', async () => {
  const alone = run('user', 'create', '--email', 'b@example.com', '--name', 'B', '--role', 'admin')
  await expect(alone).rejects.toThrow(/belong together/)
})

test('whoever is not there is named, and where to look', async () => {
  await expect(run('user', 'reset', 'nobody@example.com')).rejects.toThrow(/admin user list/)
})
