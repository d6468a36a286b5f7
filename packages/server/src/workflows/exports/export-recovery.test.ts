import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ExportBench, openExportBench } from '../../../testing/workflows/export-bench.ts'

let bench: ExportBench
let organization: string
let repository: string
const workers = new Set<ChildProcess>()

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  repository = bench.addRepository(await makeSite(60))
})
afterAll(async () => {
  await Promise.all([...workers].map(kill))
  await bench.close()
})

async function makeSite(pages: number): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  await mkdir(join(folder, 'p'))
  const names = Array.from({ length: pages }, (_, n) => `p/page-${n}`)
  await writeFile(join(folder, 'docs.json'), JSON.stringify({ name: 'Site', navigation: { pages: names } }))
  for (const name of names)
    await writeFile(join(folder, `${name}.mdx`), `---\ntitle: ${name}\n---\n\nText of ${name}.\n`)
  return folder
}

async function addWorker(): Promise<void> {
  const worker = await bench.startWorkerProcess()
  workers.add(worker)
  worker.once('exit', () => workers.delete(worker))
}

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

/** In a project of its own, which has no earlier export to take pages from. */
async function startCold(): Promise<string> {
  return bench.startExport(organization, await bench.addProject(organization, repository))
}

test('an export goes on when its workers are killed under it, and its bytes are the same', async () => {
  await addWorker()
  await addWorker()
  const undisturbed = await bench.waitForEnd(await startCold())
  expect(undisturbed).toMatchObject({ status: 'completed', page_count: 60 })

  for (const share of [0.2, 0.6]) {
    const exportId = await startCold()
    await bench.waitForProgress(exportId, share * 100)
    const [victim] = workers
    await kill(victim!)
    await addWorker()
    const row = await bench.waitForEnd(exportId)
    expect(row).toMatchObject({ status: 'completed', page_count: 60, pages_rendered: 60 })
    expect(row.bundle_sha256).toBe(undisturbed.bundle_sha256)
  }
})

test('a lone chunk goes on when the only worker is killed under it', async () => {
  const small = bench.addRepository(await makeSite(3))
  await addWorker()
  const exportId = await bench.startExport(organization, await bench.addProject(organization, small))
  const findChunk = async () => {
    const text = `select queue_name from dbos.workflow_status where workflow_uuid = $1 and status = 'PENDING'`
    return (await bench.database.pool.query(text, [`${exportId}:c0`])).rows[0]
  }
  const chunk = await vi.waitFor(async () => (await findChunk()) ?? Promise.reject(new Error('no chunk yet')), {
    timeout: 60_000,
    interval: 5,
  })
  expect(chunk).toEqual({ queue_name: 'chunks' })
  // At once: one that lives on for a moment would take the chunk over.
  await Promise.all([...workers].map(kill))
  expect(await findChunk()).toEqual(chunk)
  await addWorker()
  expect(await bench.waitForEnd(exportId)).toMatchObject({ status: 'completed', page_count: 3, pages_rendered: 3 })
})
