import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extractBundle, unchecked } from '@bindery/bundle'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../../testing/sites.ts'
import { type ExportBench, openExportBench } from '../../../testing/workflows/export-bench.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { startWorker, type WorkerDeps } from '../start-worker.ts'

let bench: ExportBench
let organization: string
let ordinary: string
let hostile: string

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  ordinary = await bench.addProject(organization, bench.addRepository(smallSite))
  hostile = await bench.addProject(organization, bench.addRepository(await makeHungrySite()))
})
afterAll(() => bench.close())

/** Its description of an API takes a hundred times its size in memory, and is read where the site is planned. */
async function makeHungrySite(): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  await cp(smallSite, folder, { recursive: true })
  const paths = Array.from(
    { length: 60_000 },
    (_, n) => `  /p${n}: { get: { summary: S, responses: { 200: { description: OK } } } }`,
  )
  await writeFile(
    join(folder, 'api.yaml'),
    `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n${paths.join('\n')}\n`,
  )
  const docs = JSON.parse(await readFile(join(folder, 'docs.json'), 'utf8'))
  docs.navigation.groups.push({ group: 'API', openapi: 'api.yaml' })
  await writeFile(join(folder, 'docs.json'), JSON.stringify(docs))
  return folder
}

async function withWorker<T>(settings: Partial<WorkerDeps>, use: () => Promise<T>): Promise<T> {
  const worker = await startWorker({ ...bench.workerDeps, ...settings })
  try {
    return await use()
  } finally {
    await bench.waitUntilIdle()
    await worker.stop()
  }
}

const exportOf = (project: string) => bench.startExport(organization, project)
const little = { taskMemory: { memoryMb: 96, residentMb: 1024 } }

test('a site whose planning ends two processes fails with the stage and what to do, and others are exported', async () => {
  const [bad, good] = await withWorker(little, async () => {
    const [hungry, small] = [await exportOf(hostile), await exportOf(ordinary)]
    return [await bench.waitForEnd(hungry), await bench.waitForEnd(small)]
  })
  expect(good).toMatchObject({ status: 'completed', ended_processes: [] })
  expect(bad).toMatchObject({ status: 'failed', error_code: 'processing_failed', bundle_key: null })
  expect(bad?.error).toMatch(/^Planning the site needed more memory than it may have, twice\. Make the site smaller/)
  expect(bad?.ended_processes).toEqual(['listAssets', 'listAssets'])
})

test('what it ended on another worker counts', async () => {
  const id = await exportOf(hostile)
  await bench.database.db
    .updateTable('export')
    .set({ ended_processes: ['listAssets'] })
    .where('id', '=', id)
    .execute()
  const row = await withWorker(little, () => bench.waitForEnd(id))
  expect(row).toMatchObject({ status: 'failed', error_code: 'processing_failed' })
  expect(row.ended_processes).toEqual(['listAssets', 'listAssets'])
})

/** The renderer takes it for code, which it does not look into; the parser does not, and its process ends. */
const deepPage = `Not code: \`\n- {${'['.repeat(20_000)}x${']'.repeat(20_000)}} \``

async function makeSiteWith(pages: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  await cp(smallSite, folder, { recursive: true })
  for (const [name, text] of Object.entries(pages)) await writeFile(join(folder, `${name}.mdx`), text)
  return bench.addProject(organization, bench.addRepository(folder))
}

test('a page that ends two processes is left out of the site and is an error; strict, it fails the export', async () => {
  const project = await makeSiteWith({ deep: deepPage })
  const asked = { requested_page_rule: 'strict' } as const
  const [row, strict] = await withWorker({}, async () => [
    await bench.waitForEnd(await exportOf(project)),
    await bench.waitForEnd(await bench.startExport(organization, project, asked)),
  ])
  expect(row).toMatchObject({
    status: 'completed',
    page_count: 3,
    errors: 1,
    ended_processes: Array(2).fill('page /deep'),
  })
  const folder = join(bench.folder, 'left-out')
  await extractBundle([await bench.store.getBytes(row?.bundle_key ?? '')], folder, unchecked)
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('Hello from the small site.')
  expect(await readFile(join(folder, 'deep.html'), 'utf8')).toContain('This page could not be shown.')
  const report = JSON.parse(await readFile(join(folder, '_bindery/report.json'), 'utf8'))
  expect(report.findings).toContainEqual(expect.objectContaining({ code: 'page_left_out', file: 'deep.mdx' }))
  expect(strict).toMatchObject({ status: 'failed', error_code: 'page_failed', bundle_key: null })
  expect(strict?.error).toMatch(/^One page could not be rendered:\ndeep\.mdx:1:1: /)
})

test('a site with more such pages than an accident explains fails at once, and one of them is named', async () => {
  const project = await makeSiteWith({ one: 'Text.', two: 'Text.' })
  const row = await withWorker({ pageMs: 1 }, async () => bench.waitForEnd(await exportOf(project)))
  expect(row).toMatchObject({ status: 'failed', error_code: 'page_failed', bundle_key: null })
  expect(row.error).toMatch(
    /^Rendering [\w/]+\.mdx took longer than 0\.001 s, twice\. Make the page smaller or simpler/,
  )
})

test('a process that ends in the middle of finishing leaves nothing in the way of the next', async () => {
  const project = await bench.addProject(organization, bench.addRepository(smallSite))
  const whole = await withWorker({}, async () => bench.waitForEnd(await exportOf(project)))
  const stored: string[] = []
  const note = (key: string) => {
    // While the process waits for the answer to what it has written.
    if (/\/shared\/.*\/pack$/.test(key) && !stored.includes(key)) endTaskProcesses()
    stored.push(key)
  }
  const putFile: ObjectStore['putFile'] = async (key, ...rest) => {
    note(key)
    return bench.store.putFile(key, ...rest)
  }
  const store = { ...bench.store, putFile }
  const row = await withWorker({ store }, async () => bench.waitForEnd(await exportOf(project)))
  expect(row).toMatchObject({ status: 'completed', ended_processes: ['finishSite'] })
  expect(row.bundle_sha256).toBe(whole.bundle_sha256)
  // Once in each process: the step itself was not tried again.
  expect(stored.filter((key) => key.endsWith('report.json'))).toHaveLength(2)
})

/** Those of this worker: they are children of the process that it runs in. */
function endTaskProcesses(): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [status, command] = ['status', 'cmdline'].map((name) => readProcess(pid, name))
    const isTask = status?.includes(`\nPPid:\t${process.pid}\n`) && command?.includes('/tasks/child.')
    if (isTask) process.kill(Number(pid), 'SIGKILL')
  }
}

/** Empty when it has ended meanwhile. */
function readProcess(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
