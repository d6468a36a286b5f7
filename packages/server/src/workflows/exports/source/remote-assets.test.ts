import { mkdtemp, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import type { Report } from '@bindery/site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BenchBesideHost, openBenchBesideHost } from '../../../../testing/workflows/bench-beside-host.ts'
import type { ExportBench } from '../../../../testing/workflows/export-bench.ts'
import { exportReportKey } from '../../../storage/object-keys.ts'

const png = Buffer.from('\x89PNG\r\n\x1a\nand then its picture', 'latin1')

let bench: ExportBench
let beside: BenchBesideHost
let organization: string
let origin: string
let second = Buffer.concat([png, Buffer.from('two')])
let requests: string[] = []
const answer: RequestListener = (request, response) => {
  const known = request.headers['if-none-match']
  requests.push(`${request.url}${known ? ` ${known}` : ''}`)
  if (request.url === '/one.png') {
    if (known === '"1"') return void response.writeHead(304, { etag: '"1"' }).end()
    return void response.writeHead(200, { etag: '"1"' }).end(png)
  }
  if (request.url === '/two') return void response.end(second)
  if (request.url === '/inside.png') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  if (request.url === '/page.png') return void response.end('<html>no picture</html>')
  response.writeHead(404).end()
}

beforeAll(async () => {
  beside = await openBenchBesideHost(answer)
  ;({ bench, organization, origin } = beside)
})
afterAll(() => beside.close())

beforeEach(() => {
  requests = []
})

async function addSite(content: string, assets?: 'link' | 'strict'): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  await writeFile(join(folder, 'docs.json'), JSON.stringify({ name: 'Site', navigation: { pages: ['index'] } }))
  await writeFile(join(folder, 'index.mdx'), content)
  const project = await bench.addProject(organization, bench.addRepository(folder))
  if (assets) await bench.database.db.updateTable('project').set({ assets }).where('id', '=', project).execute()
  return project
}

async function runExport(project: string) {
  const id = await bench.startExport(organization, project)
  const row = await bench.waitForEnd(id)
  if (row.status !== 'completed') return { row, findings: [], hosts: [] }
  const text = Buffer.from(await bench.store.getBytes(exportReportKey(organization, id))).toString()
  const report: Report = JSON.parse(text)
  const findings = report.findings.map(({ code, line, message }) => `${code} ${line} ${message}`)
  return { row, findings, hosts: report.outsideHosts.map((outside) => outside.host) }
}

test('what pages show of another host is in the bundle; the same bytes make the same bundle, others another', async () => {
  const project = await addSite(`![One](${origin}/one.png)\n\n<img src="${origin}/two" alt="Two" />`)
  const first = await runExport(project)
  expect(first).toMatchObject({ row: { status: 'completed', warnings: 0 }, findings: [], hosts: [] })
  expect(requests).toEqual(['/one.png', '/two'])
  const same = await runExport(project)
  expect(same.row.bundle_sha256).toBe(first.row.bundle_sha256)
  expect(requests.slice(2)).toEqual(['/one.png "1"', '/two'])
  second = Buffer.concat([png, Buffer.from('another two')])
  const changed = await runExport(project)
  expect(changed.row).toMatchObject({ status: 'completed', commit: first.row.commit })
  expect(changed.row.bundle_sha256).not.toBe(first.row.bundle_sha256)
})

test('a picture more is brought along by the next export, whose bundle is that of an export from nothing', async () => {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  await writeFile(
    join(folder, 'docs.json'),
    JSON.stringify({ name: 'Site', navigation: { pages: ['index', 'other'] } }),
  )
  await writeFile(join(folder, 'index.mdx'), `![One](${origin}/one.png)`)
  await writeFile(join(folder, 'other.mdx'), 'Nothing yet.')
  const project = await bench.addProject(organization, bench.addRepository(folder))
  await runExport(project)
  for (const text of ['A word.', `![Two](${origin}/two)`, 'Nothing again.']) {
    await writeFile(join(folder, 'other.mdx'), text)
    const repository = bench.addRepository(folder)
    await bench.database.db.updateTable('project').set({ repository }).where('id', '=', project).execute()
    const next = await runExport(project)
    const fresh = await runExport(await bench.addProject(organization, repository))
    expect(next).toMatchObject({ row: { status: 'completed' }, hosts: [] })
    expect(next.row.bundle_sha256).toBe(fresh.row.bundle_sha256)
  }
})

test('what cannot be fetched is a warning with its line and reason, and no page asks for it', async () => {
  const urls = ['none.png', 'inside.png', 'page.png'].map((name) => `${origin}/${name}`)
  const { row, findings, hosts } = await runExport(await addSite(urls.map((url) => `![Text](${url})`).join('\n\n')))
  expect(row).toMatchObject({ status: 'completed', warnings: 3 })
  const failed = (line: number, url: string | undefined, reason: string) =>
    expect.stringContaining(`missing_asset ${line} “${url}” cannot be shown. It could not be fetched: ${reason}`)
  expect(findings).toEqual([
    failed(1, urls[0], 'its host answered with status 404.'),
    failed(3, urls[1], 'its host is unknown or refused;'),
    failed(5, urls[2], 'it is no picture, font or media file.'),
  ])
  expect(hosts).toEqual([])
})

test('with strict the export fails and names them; with link the addresses stay and nothing is asked', async () => {
  const page = `![Text](${origin}/none.png)`
  const strict = await runExport(await addSite(page, 'strict'))
  expect(strict.row).toMatchObject({ status: 'failed', error_code: 'assets_unavailable' })
  expect(strict.row.error).toContain(`${origin}/none.png (its host answered with status 404)`)
  requests = []
  const linked = await runExport(await addSite(page, 'link'))
  expect(linked).toMatchObject({ row: { status: 'completed' }, hosts: [new URL(origin).host] })
  expect(requests).toEqual([])
})
