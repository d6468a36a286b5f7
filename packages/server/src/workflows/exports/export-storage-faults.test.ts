import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../../testing/sites.ts'
import { findStorage } from '../../../testing/storage/open-test-store.ts'
import { type Fault, type FaultyProxy, startFaultyProxy } from '../../../testing/storage/start-faulty-proxy.ts'
import { type ExportBench, openExportBench } from '../../../testing/workflows/export-bench.ts'
import { createS3Store } from '../../storage/create-s3-store.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { startWorker, type Worker } from '../start-worker.ts'

let bench: ExportBench
let line: FaultyProxy
let store: ObjectStore
let worker: Worker
let organization: string
let repository: string

beforeAll(async () => {
  bench = await openExportBench()
  line = await startFaultyProxy(findStorage().endpoint ?? '')
  store = createS3Store({ ...findStorage(), endpoint: line.endpoint, socketTimeoutMs: 1_000 })
  worker = await startWorker({ ...bench.workerDeps, store })
  organization = await bench.addOrganization()
  repository = bench.addRepository(smallSite)
})
afterAll(async () => {
  await worker.stop()
  store.close()
  await line.close()
  await bench.close()
})

/** A project of its own has no snapshot yet, so every step meets the storage. */
async function exportAnew() {
  const project = await bench.addProject(organization, repository)
  return bench.waitForEnd(await bench.startExport(organization, project))
}

test('with every fifth answer of the storage broken, what is published is whole', async () => {
  const clean = await exportAnew()
  const kinds: Fault[] = ['unavailable', 'cut', 'flipped', 'reset', 'stalled']
  const faults = Array.from({ length: 400 }, (_, n) =>
    n % 5 === 4 ? kinds[Math.floor(n / 5) % kinds.length] : undefined,
  )
  line.faults = [...faults]
  const disturbed = await exportAnew()
  expect(disturbed).toMatchObject({ status: 'completed', bundle_sha256: clean.bundle_sha256 })
  const { length } = await bench.store.getBytes(disturbed.bundle_key!)
  expect(String(length)).toBe(clean.bundle_bytes)
  expect(faults.length - line.faults.length).toBeGreaterThan(15)
  line.faults = []
})
