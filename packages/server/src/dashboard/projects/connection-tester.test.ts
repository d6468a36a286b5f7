import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startGitServer } from '../../../../../test/support/git-server.ts'
import { plantOrganization } from '../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { defaultLimits } from '../../core/limits/limits.ts'
import { createProject } from '../../core/projects/create-project.ts'
import { createConnectionTester } from './connection-tester.ts'

let database: TestDatabase
let root: string
beforeAll(async () => {
  database = await createTestDatabase()
  root = await mkdtemp(join(tmpdir(), 'connection-tester-'))
})
afterAll(async () => {
  await database.close()
  await rm(root, { recursive: true })
})

test('of three tests at once the third is asked to come back, and then it may', async () => {
  const { db } = database
  const silent = await startGitServer({ root, intercept: () => true })
  const git = { allowedHosts: [silent.origin] }
  const organizationId = await plantOrganization(db)
  const request = {
    organizationId,
    name: 'Docs',
    repository: `${silent.origin}/docs.git`,
    branch: 'main',
    docsPath: '',
  }
  const own = { organizationId, projectId: (await createProject(db, request, operator, git, defaultLimits)).id }
  const { testProject: tryIt } = createConnectionTester({ db, git, credentials: undefined, network: {} })

  const running = [tryIt(own), tryIt(own)]
  await vi.waitFor(() => expect(silent.requests).toHaveLength(2), 60_000)
  await expect(tryIt(own)).rejects.toThrow(/Try again in half a minute/)
  await silent[Symbol.asyncDispose]()
  await Promise.all(running)
  expect(await tryIt(own)).toMatchObject([{ name: 'Repository', outcome: 'failed' }, {}, {}, {}, {}])
})
