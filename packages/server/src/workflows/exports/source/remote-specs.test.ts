import { mkdtemp, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { formatAdvice, type Report } from '@bindery/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BenchBesideHost, openBenchBesideHost } from '../../../../testing/workflows/bench-beside-host.ts'
import type { ExportBench } from '../../../../testing/workflows/export-bench.ts'
import { exportReportKey } from '../../../storage/object-keys.ts'

let bench: ExportBench
let beside: BenchBesideHost
let organization: string
let origin: string
let summary = 'List ships'

const answer: RequestListener = (request, response) => {
  const spec = { openapi: '3.1.0', paths: { '/ships': { get: { summary } } } }
  if (request.url === '/openapi.json') response.end(JSON.stringify(spec))
  else if (request.url === '/inside.json') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  else response.writeHead(404).end('an answer that nobody should read')
}

beforeAll(async () => {
  beside = await openBenchBesideHost(answer)
  ;({ bench, organization, origin } = beside)
})
afterAll(() => beside.close())

async function addSite(sources: string[]): Promise<string> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  const groups = sources.map((openapi, index) => ({ group: `G${index}`, openapi }))
  const navigation = { groups: [{ group: 'Start', pages: ['index'] }, ...groups] }
  await writeFile(join(folder, 'docs.json'), JSON.stringify({ name: 'Site', navigation }))
  await writeFile(join(folder, 'index.mdx'), '# Index')
  return bench.addProject(organization, bench.addRepository(folder))
}

async function runExport(project: string) {
  const id = await bench.startExport(organization, project)
  const row = await bench.waitForEnd(id)
  const report: Report = JSON.parse(
    Buffer.from(await bench.store.getBytes(exportReportKey(organization, id))).toString(),
  )
  return { row, said: report.advice.map(formatAdvice) }
}

test('a description by URL has its pages, and a changed one makes another site of the same commit', async () => {
  const project = await addSite([`${origin}/openapi.json`])
  const first = await runExport(project)
  expect(first).toMatchObject({ row: { status: 'completed', page_count: 2 }, said: [] })
  const same = await runExport(project)
  expect(same.row.bundle_sha256).toBe(first.row.bundle_sha256)
  summary = 'List all ships'
  const changed = await runExport(project)
  expect(changed.row).toMatchObject({ status: 'completed', page_count: 2, commit: first.row.commit })
  expect(changed.row.bundle_sha256).not.toBe(first.row.bundle_sha256)
})

test('one that cannot be fetched is a warning with its URL and reason, and the export goes on', async () => {
  const sources = [
    `${origin}/none.json`,
    `${origin}/inside.json`,
    'https://10.1.2.3/a.json',
    'https://no.invalid/a.json',
  ]
  const { row, said } = await runExport(await addSite(sources))
  expect(row).toMatchObject({ status: 'completed', page_count: 1, warnings: 4 })
  const failure = (url: string | undefined, reason: string) =>
    expect.stringContaining(`“${url}” could not be fetched: ${reason}`)
  expect(said).toEqual([
    failure(sources[0], 'its host answered with status 404.'),
    failure(sources[1], 'its host is unknown or refused;'),
    failure(sources[2], 'its host is unknown or refused;'),
    failure(sources[3], 'its host is unknown or refused;'),
  ])
})
