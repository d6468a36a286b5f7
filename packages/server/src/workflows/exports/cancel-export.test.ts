import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ExportBench, openExportBench } from '../../../testing/workflows/export-bench.ts'
import type { AppError } from '../../core/app-error.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { cancelExport } from '../../core/exports/cancel-export.ts'
import { beginExport } from '../../core/exports/run/begin-export.ts'
import { suspend } from '../../core/organizations/change-organization.ts'
import { completeExport } from '../../core/publications/complete-export.ts'
import type { KeyRow } from '../../db/statements/key-row.ts'
import { startWorker, type Worker } from '../start-worker.ts'

let bench: ExportBench
let worker: Worker
let organization: string
let project: string
let caller: KeyRow

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  project = await bench.addProject(organization, bench.addRepository(await makeSite(80)))
  caller = { organization_id: organization, project_ids: null } as KeyRow
  worker = await startWorker(bench.workerDeps)
})
afterAll(async () => {
  await worker.stop()
  await bench.close()
})

async function makeSite(pages: number): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  const names = Array.from({ length: pages }, (_, n) => `page-${n}`)
  await writeFile(join(folder, 'docs.json'), JSON.stringify({ name: 'Site', navigation: { pages: names } }))
  for (const name of names) await writeFile(join(folder, `${name}.mdx`), `---\ntitle: ${name}\n---\n\nIt is ${name}.\n`)
  return folder
}

const cancel = (exportId: string, cancelWork = bench.engine.cancelExport) =>
  cancelExport({ db: bench.database.db, cancelWork }, { caller, exportId, actor: operator })

async function countWork(exportId: string): Promise<number> {
  const { rowCount } = await bench.database.pool.query(
    `select from dbos.workflow_status where (workflow_uuid = $1 or parent_workflow_id = $1)
     and status in ('PENDING', 'ENQUEUED')`,
    [exportId],
  )
  return rowCount ?? 0
}

test.each([0, 3, 5, 15, 30, 50, 70])(
  'cancelled at %i percent it has failed, and nothing of it runs or is published',
  async (percent) => {
    const exportId = await bench.startExport(organization, project)
    await bench.waitForProgress(exportId, percent)
    expect(await cancel(exportId)).toMatchObject({ status: 'failed', errorCode: 'cancelled' })
    await vi.waitFor(async () => expect(await countWork(exportId)).toBe(0), 5_000)
    expect(await bench.waitForEnd(exportId)).toMatchObject({ error_code: 'cancelled', bundle_key: null })
  },
)

test('an API that ends between the row and the engine leaves no work behind: the workers see to it', async () => {
  const exportId = await bench.startExport(organization, project)
  await bench.waitForProgress(exportId, 5)
  await cancel(exportId, async () => {})
  await vi.waitFor(async () => expect(await countWork(exportId)).toBe(0), 5_000)
  expect(await bench.waitForEnd(exportId)).toMatchObject({ error_code: 'cancelled', bundle_key: null })
})

test('of a cancel and a publication at the same moment exactly one wins, a hundred times', async () => {
  const bundle = { key: 'bundle', sha256: 'digest', bytes: 5, errors: 0, warnings: 0, retentionDays: 0 }
  const { db } = bench.database
  for (let i = 0; i < 100; i++) {
    const id = `se_${String(i).padStart(16, '0')}`
    const row = { id, organization_id: organization, project_id: project, domain: 'docs.example.com' }
    await db.insertInto('export').values(row).execute()
    await beginExport(db, id)
    const [cancelled, completed] = await Promise.allSettled([cancel(id), completeExport(db, id, bundle)])
    const { bundle_key, status } = await bench.waitForEnd(id)
    expect([cancelled.status, completed.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(status).toBe(completed.status === 'fulfilled' ? 'completed' : 'failed')
    expect(bundle_key).toBe(completed.status === 'fulfilled' ? 'bundle' : null)
    if (cancelled.status === 'rejected') expect((cancelled.reason as AppError).code).toBe('export_ended')
  }
})

test('a queued export of a suspended organization fails, and one after the suspension completes', async () => {
  const { db } = bench.database
  await suspend(db, organization, true, operator)
  const exportId = await bench.startExport(organization, project)
  expect(await bench.waitForEnd(exportId)).toMatchObject({
    status: 'failed',
    error_code: 'organization_suspended',
    error: expect.stringContaining('is suspended, so its jobs do not run'),
    page_count: 0,
  })
  await suspend(db, organization, false, operator)
  expect(await bench.waitForEnd(await bench.startExport(organization, project))).toMatchObject({ status: 'completed' })
})

test('the worker goes on with the next export', async () => {
  expect(await bench.waitForEnd(await bench.startExport(organization, project))).toMatchObject({ status: 'completed' })
})
