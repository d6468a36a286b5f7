import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeDemoSite } from '../../../../../../deploy/local/make-demo-site.ts'
import { smallSite } from '../../../../testing/sites.ts'
import { type ExportBench, openExportBench } from '../../../../testing/workflows/export-bench.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { startWorker, type Worker } from '../../start-worker.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let bench: ExportBench
let worker: Worker
let organization: string
let read: string[] = []

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  worker = await startWorker({ ...bench.workerDeps, store: noteReads(bench.workerDeps.store) })
})

afterAll(async () => {
  await worker.stop()
  await bench.close()
})

/** Of what was read whole, the last part of each key. */
function noteReads(store: ObjectStore): ObjectStore {
  const note = (key: string) => {
    read.push(key.replace(/^.*\.tar\.gz$/, 'archive').replace(/^.*\//, ''))
    return key
  }
  return {
    ...store,
    getFile: (key, ...rest) => store.getFile(note(key), ...rest),
    getStream: (key, ...rest) => store.getStream(note(key), ...rest),
  }
}

const times = (name: string) => read.filter((one) => one === name).length

test('after one changed page an export reads again neither the archive before nor what lies beside packs that are the same', async () => {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  makeDemoSite(folder, 60, smallSite)
  const project = await bench.addProject(organization, bench.addRepository(folder))
  const exportAgain = async (id = project) => {
    read = []
    return await bench.waitForEnd(await bench.startExport(organization, id))
  }
  await exportAgain()
  const chunks = times('facts')
  expect(chunks).toBeGreaterThan(2)
  const change = async (sentence: string) => {
    const page = join(folder, 'library/shelf-2-volume-3.mdx')
    await writeFile(page, `${await readFile(page, 'utf8')}\n${sentence}\n`)
    const repository = bench.addRepository(folder)
    await bench.workerDeps.db.updateTable('project').set({ repository }).where('id', '=', project).execute()
    return repository
  }
  await change('One sentence more.')
  await exportAgain()
  expect(times('archive')).toBe(0)
  // The chunk with the page lies on this host, as it was and as it is now.
  expect(times('facts')).toBe(0)

  const repository = await change('And another.')
  const last = await exportAgain()
  expect(times('archive')).toBe(0)
  expect(times('facts')).toBe(0)
  expect(times('traces')).toBeLessThan(chunks)
  // Another project has everything to read, though every byte is the same.
  const fresh = await exportAgain(await bench.addProject(organization, repository))
  expect(times('facts')).toBe(chunks)
  expect(last.bundle_sha256).toBe(fresh.bundle_sha256)
})
