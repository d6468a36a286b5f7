import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../../testing/admin/run-admin.ts'
import { plantSite } from '../../testing/dashboard/plant-site.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { operatorScope } from '../core/access/scope.ts'
import { operator } from '../core/audit/record-audit.ts'
import type { CredentialKeys } from '../core/credentials/credential-keys.ts'
import { setCredential } from '../core/credentials/set-credential.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const run = (command: string, credentialKeys: CredentialKeys | undefined) =>
  runAdmin(['credentials', ...command.split(' ')], { db: database.db, credentialKeys })

test('the key is changed in four commands: list, try, reseal, list again', async () => {
  const old = { current: randomBytes(32), previous: [] }
  const { projectId } = await plantSite(database.db)
  await setCredential(database.db, operatorScope, { projectId, credential: { secret: 'canary-token' } }, operator, old)
  expect(await run('list', old)).toBe('There are none.')
  const both = { current: randomBytes(32), previous: [old.current] }
  for (const command of ['list', 'reseal --dry-run']) {
    const printed = await run(command, both)
    expect(printed).toMatch(new RegExp(`git credential +${projectId} +org_\\w+ +[0-9a-f]{8} +true`))
    expect(printed).not.toContain('canary')
  }
  expect(JSON.parse(await run('reseal --json', both))).toEqual({ resealed: 1, left: 0 })
  expect(await run('list', { current: both.current, previous: [] })).toBe('There are none.')
})

test('without a key it says which setting is missing', async () => {
  await expect(run('reseal', undefined)).rejects.toThrow(/BINDERY_CREDENTIAL_KEY/)
})
