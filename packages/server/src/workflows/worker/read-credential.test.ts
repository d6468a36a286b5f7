import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { startRecordedHost } from '../../../testing/git/hosts/start-recorded-host.ts'
import { operatorScope } from '../../core/access/scope.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { setCredential } from '../../core/credentials/set-credential.ts'
import type { StoredCredential } from '../../core/credentials/stored-credential.ts'
import { defaultLimits } from '../../core/limits/limits.ts'
import { createOrganization } from '../../core/organizations/create-organization.ts'
import { createProject } from '../../core/projects/create-project.ts'
import { readCredential, readCredentialSecret } from './read-credential.ts'

const credentialKeys = { current: randomBytes(32), previous: [] }
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const { signal } = new AbortController()

async function makeProject(origin: string, credential?: StoredCredential) {
  const { db } = database
  const policy = { allowedHosts: [origin] }
  const { id: organizationId } = await createOrganization(
    db,
    { name: 'Acme', plan: 'enterprise', domainMode: 'verified' },
    operator,
  )
  const wanted = { organizationId, name: 'Docs', repository: `${origin}/acme/docs.git`, branch: 'main', docsPath: '' }
  const { id: projectId } = await createProject(db, wanted, operator, policy, defaultLimits)
  if (credential) await setCredential(db, operatorScope, { projectId, credential }, operator, credentialKeys)
  return { projectId, context: { db, credentialKeys, git: { policy } } }
}

test('a token is handed out as it was given, and a project without one has none', async () => {
  const credential = { username: 'reader', secret: 'canary-token' }
  const { projectId, context } = await makeProject('http://127.0.0.1:1', credential)
  expect(await readCredential(context, projectId, signal)).toEqual(credential)
  expect(await readCredentialSecret(context, projectId)).toBe('canary-token')
  const without = await makeProject('http://127.0.0.1:1')
  expect(await readCredential(context, without.projectId, signal)).toBeUndefined()
})

test('an App is handed out as a fresh token of its installation; what is kept secret is its key', async () => {
  const answer = (token: string) => ({ status: 201, body: { token, expires_at: '2026-01-02T04:04:05Z' } })
  await using host = await startRecordedHost([answer('ghs_first'), answer('ghs_second')])
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const app = { kind: 'github-app' as const, appId: '12', installationId: '34', privateKey: pem }
  const { projectId, context } = await makeProject(host.origin, app)
  expect(await readCredential(context, projectId, signal)).toEqual({ secret: 'ghs_first' })
  expect(await readCredential(context, projectId, signal)).toEqual({ secret: 'ghs_second' })
  expect(await readCredentialSecret(context, projectId)).toBe(pem)
  expect(host.requests.map(({ url }) => url)).toEqual(Array(2).fill('/api/v3/app/installations/34/access_tokens'))
})
