import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
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

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  worker = await startWorker(bench.workerDeps)
})

afterAll(async () => {
  await worker.stop()
  await bench.close()
})

async function exportFolder(source: string) {
  const project = await bench.addProject(organization, bench.addRepository(source))
  return bench.waitForEnd(await bench.startExport(organization, project))
}

/** The small site with some files added or changed. */
async function variant(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  await cp(smallSite, folder, { recursive: true })
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  return folder
}

test('a repository becomes one archive with its pages, and the row says what it is', async () => {
  const row = await exportFolder(smallSite)
  expect(row).toMatchObject({
    status: 'completed',
    progress: 100,
    page_count: 3,
    total_pages: 3,
    pages_rendered: 3,
    error: null,
    version: row.commit?.slice(0, 12),
  })
  const bytes = await bench.store.getBytes(row.bundle_key!)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.bundle_sha256)
  expect(String(bytes.length)).toBe(row.bundle_bytes)
  const folder = join(bench.folder, 'extracted')
  const { manifest } = await extractBundle([bytes], folder, unchecked)
  const { commit, version } = row
  const committedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  expect(manifest.site).toMatchObject({ domain: 'docs.example.com', commit, committedAt, version })
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('Hello from the small site.')
})

test('the same commit gives the same bytes', async () => {
  const project = await bench.addProject(organization, bench.addRepository(smallSite))
  const exports = await Promise.all([1, 2].map(() => bench.startExport(organization, project)))
  const [first, second] = await Promise.all(exports.map((id) => bench.waitForEnd(id)))
  expect(first!.bundle_sha256).toBe(second!.bundle_sha256)
})

test('the report names what git holds and no export takes', async () => {
  const folder = await variant({})
  await symlink('/etc/passwd', join(folder, 'linked.mdx'))
  const project = await bench.addProject(organization, bench.addRepository(folder))
  const id = await bench.startExport(organization, project)
  await bench.waitForEnd(id)
  const report = JSON.parse(Buffer.from(await bench.store.getBytes(exportReportKey(organization, id))).toString())
  expect(report.leftOut).toContainEqual({ file: 'linked.mdx', reason: 'it is a symbolic link' })
})

test('of a site only the pages that were asked for are exported, under the label that was asked for', async () => {
  const project = await bench.addProject(organization, bench.addRepository(smallSite))
  const wanted = {
    requested_paths: ['/guides/install', 'guides/install.mdx'],
    requested_version: 'v2',
    requested_ref: 'main',
  }
  const row = await bench.waitForEnd(await bench.startExport(organization, project, wanted))
  expect(row).toMatchObject({ status: 'completed', page_count: 1, total_pages: 1, version: 'v2' })
  const { manifest } = await extractBundle(
    [await bench.store.getBytes(row.bundle_key!)],
    join(bench.folder, 'some'),
    unchecked,
  )
  const pages = manifest.files.flatMap(({ page }) => page ?? [])
  expect(new Set(pages)).toEqual(new Set(['guides/install.mdx']))
})

test('paths that are no page of the site fail the export, and are named', async () => {
  const project = await bench.addProject(organization, bench.addRepository(smallSite))
  const wanted = { requested_paths: ['guides/install', 'nowhere'] }
  const row = await bench.waitForEnd(await bench.startExport(organization, project, wanted))
  expect(row).toMatchObject({ status: 'failed', error_code: 'page_not_found' })
  expect(row.error).toContain('nowhere')
  expect(row.error).not.toContain('install')
})

const badPages = {
  'guides/use.mdx': 'Fine.\n\n<Note>never closed\n\n{/* CANARY */}\n',
  'guides/locked.mdx': '---\ntitle: "CANARY\n---\n',
}

test('a bad page does not cost the site: what can be read of it is shown, and the job counts an error', async () => {
  const row = await exportFolder(await variant(badPages))
  expect(row).toMatchObject({ status: 'completed', errors: 2 })
  const bundle = join(bench.folder, 'bad')
  const { manifest } = await extractBundle([await bench.store.getBytes(row.bundle_key!)], bundle, unchecked)
  const texts = await Promise.all(manifest.files.map(({ path }) => readFile(join(bundle, path), 'latin1')))
  expect(await readFile(join(bundle, 'guides/use.html'), 'utf8')).toContain('never closed')
  expect(texts.filter((text) => text.includes('CANARY'))).toEqual([])
  const report = JSON.parse(await readFile(join(bundle, '_bindery/report.json'), 'utf8'))
  const errors = report.findings.filter(({ severity }: { severity: string }) => severity === 'error')
  expect(errors).toMatchObject([
    { code: 'page_left_out', file: 'guides/locked.mdx', line: 3 },
    { code: 'page_not_parsed', file: 'guides/use.mdx', line: 3 },
  ])
  expect(report.counts).toMatchObject({ errors: row.errors, warnings: row.warnings })
})

test('where pages are strict, by the project or by the start, a bad one fails the export and is named', async () => {
  const repository = bench.addRepository(await variant(badPages))
  const project = await bench.addProject(organization, repository)
  const asked = { requested_page_rule: 'strict' } as const
  const row = await bench.waitForEnd(await bench.startExport(organization, project, asked))
  expect(row).toMatchObject({ status: 'failed', error_code: 'page_failed', bundle_key: null, errors: 2 })
  expect(row.error).toMatch(/guides\/use\.mdx:3:1: /)
  await bench.database.db.updateTable('project').set({ page_rule: 'strict' }).where('id', '=', project).execute()
  const other = await bench.waitForEnd(await bench.startExport(organization, project))
  expect(other).toMatchObject({ status: 'failed', error_code: 'page_failed' })
  const lenient = { requested_page_rule: 'lenient' } as const
  const third = await bench.waitForEnd(await bench.startExport(organization, project, lenient))
  expect(third).toMatchObject({ status: 'completed', errors: 2 })
  // Its pages are at hand now; a strict export does not take them over unseen.
  const fourth = await bench.waitForEnd(await bench.startExport(organization, project, asked))
  expect(fourth).toMatchObject({ status: 'failed', error_code: 'page_failed' })
})

test('a configuration that cannot be read fails the export with advice', async () => {
  const row = await exportFolder(await variant({ 'docs.json': '{ "name": ' }))
  expect(row).toMatchObject({ status: 'failed', error_code: 'configuration_invalid' })
  expect(row.error).toContain('docs.json')
})

test('a repository that does not exist fails the export', async () => {
  const missing = bench.addRepository(smallSite).replace(/[^/]+\.git$/, 'missing.git')
  const project = await bench.addProject(organization, missing)
  const row = await bench.waitForEnd(await bench.startExport(organization, project))
  expect(row.status).toBe('failed')
  expect(row.error_code).toMatch(/^repository_(not_found|auth_failed)$/)
})
