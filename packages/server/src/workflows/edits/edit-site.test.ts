import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModelServer } from '../../../../../deploy/local/model-server.ts'
import { startWorker, type Worker } from '../start-worker.ts'
import { type EditBench, openEditBench, regionSite } from './testing/edit-bench.ts'

const model = createModelServer()
let bench: EditBench
let worker: Worker
let project: string

beforeAll(async () => {
  await once(model.listen(0, '127.0.0.1'), 'listening')
  bench = await openEditBench(`http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`)
  const organization = await bench.exports.addOrganization()
  project = await bench.exports.addProject(organization, bench.exports.addRepository(regionSite))
  worker = await startWorker(bench.workerDeps)
})

afterAll(async () => {
  await worker?.stop()
  await bench?.close()
  model.closeAllConnections()
  model.close()
})

async function edit(prompt: string) {
  return bench.waitForEnd(await bench.startEdit(project, prompt))
}

test('an instruction that needs no change completes without a pull request, and says why', async () => {
  const row = await edit('Say something that the quickstart says already.')
  expect(row).toMatchObject({
    status: 'completed',
    pr_link: null,
    head_commit: null,
    changed_files: [],
    summary: 'The quickstart already says what the instruction asks for, so nothing was changed.',
  })
  expect(row.usage.steps).toBe(2)
  const events = await bench.listEvents(row.id)
  expect(events.map(({ kind }) => kind)).toEqual(['instruction', 'answer', 'tool', 'answer', 'tool', 'ended'])
})

test('a model that breaks a link and cannot mend it fails the job, which names the link', async () => {
  const row = await edit('Please break a link and leave it.')
  expect(row).toMatchObject({ status: 'failed', error_code: 'checks_failed', pr_link: null })
  expect(row.error).toMatch(/quickstart\.mdx:\d+: .*regions/)
})
