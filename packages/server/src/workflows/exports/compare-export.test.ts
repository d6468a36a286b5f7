import { cp, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extractBundle, unchecked } from '@bindery/bundle'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../../testing/sites.ts'
import { type ExportBench, openExportBench } from '../../../testing/workflows/export-bench.ts'
import { exportReportKey } from '../../storage/object-keys.ts'
import { startWorker, type Worker } from '../start-worker.ts'

let bench: ExportBench
let worker: Worker
let organization: string
let project: string
let before: string
let now: string

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  before = bench.addRepository(await makeSite('guides/use', 'Use it'))
  now = bench.addRepository(await makeSite('guides/daily-work', 'Work with it'))
  project = await bench.addProject(organization, before)
  worker = await startWorker(bench.workerDeps)
})
afterAll(async () => {
  await worker.stop()
  await bench.close()
})

const text = Array.from({ length: 80 }, (_, n) => `Step ${n} follows number ${n * 7} of the list.`).join(' ')

/** The small site, with one page and one heading called as asked. */
async function makeSite(name: string, heading: string): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  await cp(smallSite, folder, { recursive: true })
  await rename(join(folder, 'guides/use.mdx'), join(folder, `${name}.mdx`))
  await writeFile(join(folder, `${name}.mdx`), `---\ntitle: Use\n---\n\n${text}\n`)
  await writeFile(join(folder, 'guides/install.mdx'), `---\ntitle: Install\n---\n\n## ${heading}\n\n${text}\n`)
  const docs = await readFile(join(folder, 'docs.json'), 'utf8')
  await writeFile(join(folder, 'docs.json'), docs.replaceAll('guides/use', name))
  return folder
}

async function exportFrom(repository: string, wanted = {}) {
  await bench.database.db.updateTable('project').set({ repository }).where('id', '=', project).execute()
  return bench.waitForEnd(await bench.startExport(organization, project, wanted))
}

async function readLost(id: string): Promise<string[]> {
  const report = JSON.parse((await bench.store.getBytes(exportReportKey(organization, id))).toString())
  const lost = report.findings.filter(({ code }: { code: string }) => code.startsWith('vanished_'))
  for (const code of ['vanished_page', 'vanished_anchor'])
    expect(report.counts.findings[code] ?? 0).toBe(lost.filter((one: { code: string }) => one.code === code).length)
  return lost.map(({ file, message }: { file: string; message: string }) => `${file}: ${message}`)
}

test('the report, and not the bundle, names each address that the published site had and what would save it', async () => {
  const first = await exportFrom(before)
  expect(await readLost(first.id)).toEqual([])
  const some = await exportFrom(now, { requested_paths: ['guides/install'] })
  expect(await readLost(some.id)).toEqual([])

  const second = await exportFrom(now)
  expect(second).toMatchObject({ status: 'completed', warnings: first.warnings + 2 })
  expect(await readLost(second.id)).toEqual([
    'docs.json: “/guides/use” was published and leads nowhere now. /guides/daily-work is what it became: add {"source":"/guides/use","destination":"/guides/daily-work"} to redirects.',
    'guides/install.mdx: “/guides/install#use-it” was published and is gone. Its heading is “Work with it” now: write {#use-it} behind it.',
  ])
  const folder = join(bench.folder, 'extracted')
  await extractBundle([await bench.store.getBytes(second.bundle_key!)], folder, unchecked)
  expect(await readFile(join(folder, '_bindery/report.json'), 'utf8')).not.toContain('vanished')

  const fresh = await bench.addProject(organization, now)
  const alone = await bench.waitForEnd(await bench.startExport(organization, fresh))
  expect(alone.bundle_sha256).toBe(second.bundle_sha256)
  expect(await readLost(alone.id)).toEqual([])
})

test('a heading that got another name is named where this process has made both exports, and where another has', async () => {
  const again = bench.addRepository(await makeSite('guides/daily-work', 'Start with it'))
  const expected = [
    'guides/install.mdx: “/guides/install#work-with-it” was published and is gone. Its heading is “Start with it” now: write {#work-with-it} behind it.',
  ]
  await exportFrom(now)
  expect(await readLost((await exportFrom(again)).id)).toEqual(expected)
  await exportFrom(now)
  await worker.stop()
  worker = await startWorker(bench.workerDeps)
  expect(await readLost((await exportFrom(again)).id)).toEqual(expected)
})

test('a published bundle that is gone costs the comparison and not the export', async () => {
  const published = await exportFrom(before)
  await bench.store.deletePrefix(published.bundle_key!)
  const row = await exportFrom(now)
  expect(row).toMatchObject({ status: 'completed' })
  expect(await readLost(row.id)).toEqual([])
})
