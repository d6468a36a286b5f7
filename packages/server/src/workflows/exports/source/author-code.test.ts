import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Report } from '@bindery/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExportBench, type ExportWishes, openExportBench } from '../../../../testing/workflows/export-bench.ts'
import { exportReportKey } from '../../../storage/object-keys.ts'
import { startWorker, type Worker } from '../../start-worker.ts'

let bench: ExportBench
let worker: Worker
let organization: string

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  worker = await startWorker(bench.workerDeps)
})

afterAll(async () => {
  await worker.stop()
  await bench.close()
})

const component = (word: string) => `export const Count = () => { const [n] = useState(0); return <b>${word} {n}</b> }`

const files = (word: string) => ({
  'docs.json': JSON.stringify({ name: 'Site', navigation: { pages: ['index', 'one', 'two'] } }),
  'index.mdx': 'import { Count } from "/snippets/count.jsx"\n\n<Count />',
  'one.mdx': `${component('own')}\n\n<Count />`,
  'two.mdx': 'Nothing.',
  'snippets/count.jsx': component(word),
  'stats.js': 'window.ran = true',
})

async function addRepository(word: string): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  for (const [path, text] of Object.entries(files(word))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return bench.addRepository(folder)
}

async function change(
  project: string,
  values: { repository?: string; author_code?: 'off' | 'browser' },
): Promise<void> {
  await bench.database.db.updateTable('project').set(values).where('id', '=', project).execute()
}

async function runExport(project: string, wanted: ExportWishes = {}) {
  const id = await bench.startExport(organization, project, wanted)
  const row = await bench.waitForEnd(id)
  const text = Buffer.from(await bench.store.getBytes(exportReportKey(organization, id))).toString()
  const report: Report = JSON.parse(text)
  return { row, report }
}

test("the author's code runs where the project says so; a start can turn it off, and a change costs its own pages", async () => {
  const project = await bench.addProject(organization, await addRepository('first'))
  const off = await runExport(project)
  expect(off.row).toMatchObject({ status: 'completed', pages_rendered: 3 })
  expect(off.report.authorCode).toBeUndefined()
  expect(off.report.counts.pagesWith.browser_code).toBe(2)

  await change(project, { author_code: 'browser' })
  const on = await runExport(project)
  expect(on.report.authorCode?.pages.map(({ page }) => page)).toEqual(['/', '/one'])
  expect(on.report.authorCode?.scripts).toEqual([{ file: 'stats.js', bytes: 17 }])
  expect(on.report.counts.findings).toEqual({})

  const refused = await runExport(project, { requested_author_code: 'off' })
  expect(refused.row.bundle_sha256).toBe(off.row.bundle_sha256)

  await change(project, { repository: await addRepository('second') })
  await runExport(project)
  await change(project, { repository: await addRepository('third') })
  const changed = await runExport(project)
  expect(changed.row).toMatchObject({ pages_rendered: 1, pages_reused: 2 })
  const other = await bench.addProject(organization, await addRepository('third'))
  await change(other, { author_code: 'browser' })
  const cold = await runExport(other)
  expect(cold.row.pages_reused).toBe(0)
  expect(changed.row.bundle_sha256).toBe(cold.row.bundle_sha256)
})
