import { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { defaultLimits } from '../core/limits/limits.ts'
import { addAdminCommands } from './add-admin-commands.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function run(...args: string[]): Promise<string> {
  const printed: string[] = []
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} })
  const open = async () => ({
    db: database.db,
    limits: defaultLimits,
    gitPolicy: { allowedHosts: [] },
    domains: { mode: 'trusted' as const, dnsServers: [] },
    reach: { policy: { allowedHosts: [] } },
    credentialKeys: undefined,
    readInput: async () => '',
    async [Symbol.asyncDispose]() {},
  })
  addAdminCommands(program, open, (text) => void printed.push(text))
  await program.parseAsync(['admin', 'host-key', ...args], { from: 'user' })
  return printed.join('\n')
}

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
