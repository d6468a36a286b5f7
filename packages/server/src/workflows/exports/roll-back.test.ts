import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../../testing/sites.ts'
import { type ExportBench, openExportBench } from '../../../testing/workflows/export-bench.ts'
import { operatorScope } from '../../core/access/scope.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { addDomain } from '../../core/domains/add-domain.ts'
import { createComparison } from '../../core/exports/changes/list-changes.ts'
import { defaultLimits } from '../../core/limits/limits.ts'
import { listPublications } from '../../core/publications/list-publications.ts'
import { rollBack } from '../../core/publications/roll-back.ts'
import { startWorker, type Worker } from '../start-worker.ts'

const domain = 'docs.example.com'
let bench: ExportBench
let worker: Worker
let organization: string
let project: string

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  project = await bench.addProject(organization, await addSite('This page is good.'))
  await addDomain(
    bench.database.db,
    operatorScope,
    { projectId: project, name: domain, mode: 'trusted' },
    operator,
    defaultLimits,
  )
  worker = await startWorker(bench.workerDeps)
})
afterAll(async () => {
  await worker?.stop()
  await bench.close()
})

async function addSite(text: string): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  await cp(smallSite, folder, { recursive: true })
  await writeFile(join(folder, 'guides/use.mdx'), `---\ntitle: Use it\n---\n\n${text}\n`)
  return bench.addRepository(folder)
}

async function exportSite(version?: string) {
  const wanted = version === undefined ? {} : { requested_version: version }
  const row = await bench.waitForEnd(await bench.startExport(organization, project, wanted))
  expect(row).toMatchObject({ status: 'completed', error: null })
  return row
}

const caller = () => ({ organization_id: organization, project_ids: null, limits: {} })
const back = (exportId?: string) =>
  rollBack(
    { db: bench.database.db, compare: createComparison(bench.store) },
    { caller: caller(), domain, exportId, actor: operator, idempotencyKey: undefined },
  )
const history = async () =>
  (await listPublications(bench.database.db, { caller: caller(), domain, limit: 100 })).publications

test('after a bad commit and two more exports of it, one rollback brings back the good content', async () => {
  const good = await exportSite()
  const repository = await addSite('This page is BAD.')
  await bench.database.db.updateTable('project').set({ repository }).where('id', '=', project).execute()
  const bad = [await exportSite(), await exportSite(), await exportSite('nightly')]
  const live = bad[2]
  expect(new Set(bad.map(({ commit }) => commit)).size).toBe(1)
  expect((await history()).map(({ jobId }) => jobId)).toEqual([...bad.map(({ id }) => id).toReversed(), good.id])

  await expect(back(bad[0]?.id)).rejects.toMatchObject({ code: 'rollback_changes_nothing' })
  expect(await history()).toHaveLength(4)

  const { answer } = await back()
  expect(answer).toMatchObject({
    jobId: good.id,
    commit: good.commit,
    replaced: { jobId: live?.id, commit: live?.commit },
    pageChanges: { added: 0, changed: 1, moved: 0, removed: 0 },
  })

  await expect(back()).rejects.toMatchObject({ code: 'nothing_to_roll_back_to' })
  expect((await history()).map(({ cause }) => cause)).toEqual(['rollback', 'export', 'export', 'export', 'export'])
})
