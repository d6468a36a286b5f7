import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportReport } from '@bindery/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../../../testing/sites.ts'
import { type ExportBench, openExportBench } from '../../../../testing/workflows/export-bench.ts'
import { operatorScope } from '../../../core/access/scope.ts'
import { operator } from '../../../core/audit/record-audit.ts'
import { setCredential } from '../../../core/credentials/set-credential.ts'
import { createHostKey } from '../../../core/hosting/create-host-key.ts'
import { revokeHostKey } from '../../../core/hosting/revoke-host-key.ts'
import { createKey } from '../../../core/keys/create-key.ts'
import { makeKey } from '../../../core/keys/key-format.ts'
import { revokeKey } from '../../../core/keys/revoke-key.ts'
import { defaultLimits } from '../../../core/limits/limits.ts'
import { setSecretRules } from '../../../core/projects/set-secret-rules.ts'
import { exportReportKey } from '../../../storage/object-keys.ts'
import { startWorker, type Worker } from '../../start-worker.ts'

const credentialKeys = { current: randomBytes(32), previous: [] }
const otherKey = `AKIA${'Q3EGR7TXZB2MKWLN'}`
let bench: ExportBench
let worker: Worker
let organization: string

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  worker = await startWorker({ ...bench.workerDeps, credentialKeys })
})
afterAll(async () => {
  await worker.stop()
  await bench.close()
})

/** A project whose page `guides/use.mdx` says this on its sixth line. */
async function makeProject(text: string): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  await cp(smallSite, folder, { recursive: true })
  await writeFile(join(folder, 'guides/use.mdx'), `---\ntitle: Use it\n---\n\nFirst.\nThen \`${text}\`.\n`)
  return bench.addProject(organization, bench.addRepository(folder))
}

async function exportProject(project: string) {
  return bench.waitForEnd(await bench.startExport(organization, project))
}

async function addKey() {
  const rights = { name: 'k', scopes: ['read' as const], projectIds: null, addresses: null, expiresInDays: 90 as const }
  return createKey(bench.database.db, { organizationId: organization, ...rights }, operator, defaultLimits)
}

test('a live key of this service fails the export, and page and line are named but not the key', async () => {
  const { key } = await addKey()
  const row = await exportProject(await makeProject(key))
  expect(row).toMatchObject({ status: 'failed', error_code: 'secret_found', bundle_key: null })
  expect(row.error).toContain('guides/use.mdx:6:7: an API key of this service')
  expect(row.error).not.toContain(key)
})

test('a live host key fails the export, and a revoked one may be shown', async () => {
  const { db } = bench.database
  const { id, key } = await createHostKey(db, { name: 'edge', expiresInDays: null }, operator)
  const project = await makeProject(key)
  const row = await exportProject(project)
  expect(row).toMatchObject({ status: 'failed', error_code: 'secret_found', bundle_key: null })
  expect(row.error).toContain('guides/use.mdx:6:7: an API key of this service')
  expect(row.error).not.toContain(key)
  await revokeHostKey(db, id, operator)
  expect(await exportProject(project)).toMatchObject({ status: 'completed' })
})

test('a key that nobody made, or that was revoked, may be shown', async () => {
  const { id, key } = await addKey()
  await revokeKey(bench.database.db, operatorScope, id, operator)
  expect(await exportProject(await makeProject(`${key} ${makeKey()}`))).toMatchObject({ status: 'completed' })
})

test("the project's own git credential fails the export", async () => {
  const secret = 'a-token-of-no-known-form'
  const project = await makeProject(secret)
  await setCredential(
    bench.database.db,
    operatorScope,
    { projectId: project, credential: { secret } },
    operator,
    credentialKeys,
  )
  const row = await exportProject(project)
  expect(row).toMatchObject({ status: 'failed', error_code: 'secret_found' })
  expect(row.error).toContain('guides/use.mdx:6:7: the git credential')
  expect(row.error).not.toContain(secret)
})

test("another service's secret is a warning in the report, a failure where the project says so, or nothing", async () => {
  const project = await makeProject(otherKey)
  const { db } = bench.database
  const warned = await exportProject(project)
  expect(warned).toMatchObject({ status: 'completed', warnings: 1 })
  const bytes = await bench.store.getBytes(exportReportKey(organization, warned.id))
  const report: ExportReport = JSON.parse(bytes.toString())
  expect(report.findings).toMatchObject([
    { code: 'ignored_setting', file: 'docs.json', line: 3 },
    { code: 'possible_secret', file: 'guides/use.mdx', line: 6, column: 7 },
  ])
  expect(bytes.toString()).not.toContain(otherKey)

  await setSecretRules(db, operatorScope, project, { found: 'fail', exceptions: [] }, operator)
  const failed = await exportProject(project)
  expect(failed).toMatchObject({ error_code: 'secret_found' })
  expect(failed.error).toContain('guides/use.mdx:6:7: an AWS access key (aws_access_key)')

  await setSecretRules(
    db,
    operatorScope,
    project,
    { found: 'fail', exceptions: ['guides/use.mdx:aws_access_key'] },
    operator,
  )
  expect(await exportProject(project)).toMatchObject({ status: 'completed', warnings: 0 })
})
