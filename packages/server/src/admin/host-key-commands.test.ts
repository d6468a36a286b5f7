import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../../testing/admin/run-admin.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const run = (...args: string[]) => runAdmin(['host-key', ...args], { db: database.db })

test('a host key is printed once, listed without its secret, and revoked, each in the audit', async () => {
  const { id, key, expiresAt } = JSON.parse(await run('create', '--name', 'edge-1', '--json'))
  expect(key).toMatch(/^bnd_\w{36}$/)
  expect(expiresAt).toBeNull()
  const listed = await run('list')
  expect(listed).toContain('edge-1')
  expect(listed).not.toContain(key)
  expect(JSON.parse(await run('revoke', id, '--json'))).toEqual({ id, revoked: true })
  expect(JSON.parse(await run('list', '--json'))[0].revokedAt).not.toBeNull()
  const { rows } = await database.pool.query('select action, target from audit order by id')
  expect(rows).toEqual(['host-key.create', 'host-key.revoke'].map((action) => ({ action, target: id })))
})

test('one that is not there is said to be missing, and where to look', async () => {
  await expect(run('revoke', 'hk_0000000000000000')).rejects.toThrow(/no host key .*host-key list/)
})
