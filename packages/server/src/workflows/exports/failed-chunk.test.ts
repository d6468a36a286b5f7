import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExportBench, openExportBench } from '../../../testing/workflows/export-bench.ts'
import { ExportFailure } from '../../core/exports/export-failure.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { startWorker, type Worker } from '../start-worker.ts'

let bench: ExportBench
let worker: Worker
let refused = ''

beforeAll(async () => {
  bench = await openExportBench()
  const putFile: ObjectStore['putFile'] = async (key, ...rest) => {
    if (refused && key.includes(refused)) throw new ExportFailure('page_failed', 'This chunk fails for good.')
    return bench.store.putFile(key, ...rest)
  }
  worker = await startWorker({ ...bench.workerDeps, store: { ...bench.store, putFile } })
})
afterAll(async () => {
  await worker.stop()
  await bench.close()
})

/** Enough pages for several chunks. */
async function makeSite(): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  const pages = Array.from({ length: 40 }, (_, index) => `page-${index}`)
  for (const page of pages) await writeFile(join(folder, `${page}.mdx`), `---\ntitle: ${page}\n---\n\nText.\n`)
  const navigation = { groups: [{ group: 'All', pages }] }
  await writeFile(join(folder, 'docs.json'), JSON.stringify({ name: 'Pages', theme: 'mint', navigation }))
  return folder
}

test('an export of which one chunk fails for good has no bundle, though all others are there', async () => {
  const organization = await bench.addOrganization()
  const repository = bench.addRepository(await makeSite())
  const run = async () =>
    bench.waitForEnd(await bench.startExport(organization, await bench.addProject(organization, repository)))
  const whole = await run()
  expect(whole).toMatchObject({ status: 'completed', page_count: 40 })
  refused = '/chunk/1/'
  const failed = await run()
  expect(failed).toMatchObject({ status: 'failed', error_code: 'page_failed', bundle_key: null })
  expect(failed.error).toContain('fails for good')
  expect(failed.page_count).toBeGreaterThan(0)
})
