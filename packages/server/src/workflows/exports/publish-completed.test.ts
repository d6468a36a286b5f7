import { once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForLocks } from '../../../testing/db/wait-for-locks.ts'
import { smallSite } from '../../../testing/sites.ts'
import { type ExportBench, openExportBench } from '../../../testing/workflows/export-bench.ts'
import { operatorScope } from '../../core/access/scope.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { addDomain } from '../../core/domains/add-domain.ts'
import { defaultLimits } from '../../core/limits/limits.ts'

let bench: ExportBench
let organization: string
let project: string
beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  project = await bench.addProject(organization, bench.addRepository(smallSite))
  await addDomain(
    bench.database.db,
    operatorScope,
    { projectId: project, name: 'docs.example.com', mode: 'trusted' },
    operator,
    defaultLimits,
  )
})
afterAll(() => bench.close())

async function readState(id: string) {
  const { rows } = await bench.database.pool.query(
    `select export.status, export.ref, domain.current_export as current,
       (select count(*)::int from publication where export_id = export.id) as publications,
       (select count(*)::int from audit where action = 'domain.publish' and target like '%' || export.id) as audited
     from export cross join domain where export.id = $1`,
    [id],
  )
  return rows[0]
}

test('a worker that is killed between completing and publishing leaves both or neither, and another one does both', async () => {
  const { pool } = bench.database
  const doomed = await bench.startWorkerProcess()
  const holder = new pg.Client({ connectionString: bench.database.url, idle_in_transaction_session_timeout: 0 })
  await holder.connect()
  try {
    // The export completes in a transaction that publishes it too, which waits here.
    await holder.query('begin')
    await holder.query(`select from domain where name = 'docs.example.com' for update`)
    const id = await bench.startExport(organization, project)
    await bench.waitForProgress(id, 90)
    await waitForLocks(pool, 1)
    doomed.kill('SIGKILL')
    await once(doomed, 'exit')
    expect(await readState(id)).toMatchObject({ status: 'running', current: null, publications: 0, audited: 0 })
    const other = await bench.startWorkerProcess()
    await holder.query('commit')
    await bench.waitForEnd(id)
    other.kill('SIGKILL')
    await once(other, 'exit')
    expect(await readState(id)).toEqual({ status: 'completed', ref: 'main', current: id, publications: 1, audited: 1 })
  } finally {
    await holder.end()
  }
})

test('an export of some pages or of another ref, by a real worker, is not published', async () => {
  const worker = await bench.startWorkerProcess()
  try {
    const whole = await bench.startExport(organization, project)
    await bench.waitForEnd(whole)
    const { commit } = await bench.waitForEnd(whole)
    for (const wanted of [{ requested_paths: ['index'] }, { requested_ref: commit ?? '' }]) {
      const id = await bench.startExport(organization, project, wanted)
      expect(await bench.waitForEnd(id)).toMatchObject({ status: 'completed' })
      expect(await readState(id)).toMatchObject({ current: whole, publications: 0 })
    }
  } finally {
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
})
