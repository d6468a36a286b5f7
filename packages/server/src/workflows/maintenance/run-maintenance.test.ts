import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCountingWorker } from '../../../testing/engine/start-counting-worker.ts'
import { type ExportBench, openExportBench } from '../../../testing/workflows/export-bench.ts'
import { failAbandonedExports } from '../../core/exports/cleanup/fail-abandoned-exports.ts'
import { beginExport } from '../../core/exports/run/begin-export.ts'

let bench: ExportBench
let organization: string
let project: string

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  project = await bench.addProject(organization, 'https://git.example.com/a')
})
afterAll(() => bench.close())

async function statusOf(exportId: string): Promise<string> {
  const { rows } = await bench.database.pool.query('select status from dbos.workflow_status where workflow_uuid = $1', [
    exportId,
  ])
  return rows[0].status
}

test('an export that takes down every worker is given up and says so, instead of running for ever', async () => {
  const exportId = await bench.startExport(organization, project)
  await beginExport(bench.database.db, exportId)
  const environment = { DATABASE_URL: bench.database.url, MAX_ATTEMPTS: '1', POISON: exportId }
  for (const attempt of [1, 2]) {
    const victim = startCountingWorker(environment)
    await victim.hear(`step ${exportId} 2`)
    await victim.exited
    expect(await statusOf(exportId), `after ${attempt}`).toBe('PENDING')
  }

  const survivor = startCountingWorker(environment)
  await vi.waitFor(async () => expect(await statusOf(exportId)).toBe('MAX_RECOVERY_ATTEMPTS_EXCEEDED'), 60_000)
  survivor.process.kill('SIGKILL')
  await survivor.exited

  expect(await failAbandonedExports(bench.database.db, ['se_another', exportId])).toEqual([exportId])
  const row = await bench.waitForEnd(exportId)
  expect(row).toMatchObject({ status: 'failed', error_code: 'internal_error' })
  expect(row.error).toMatch(/given up/)
})
