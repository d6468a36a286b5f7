import { execFile } from 'node:child_process'
import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Report } from '@bindery/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantPerson } from '../../testing/core/people/plant-person.ts'
import { Browser } from '../../testing/dashboard/browser.ts'
import { startTestDashboard, type TestDashboard } from '../../testing/dashboard/start-test-dashboard.ts'
import { smallSite } from '../../testing/sites.ts'
import { type BenchBesideHost, openBenchBesideHost } from '../../testing/workflows/bench-beside-host.ts'
import { startSession } from '../core/people/sessions/start-session.ts'
import { exportReportKey } from '../storage/object-keys.ts'

let beside: BenchBesideHost
let dashboard: TestDashboard

beforeAll(async () => {
  beside = await openBenchBesideHost((_request, response) => response.writeHead(404).end())
  const { database, store } = beside.bench
  dashboard = await startTestDashboard({ db: database.db, pool: database.pool, store })
})
afterAll(async () => {
  await dashboard[Symbol.asyncDispose]()
  await beside.close()
})

/** Something of every severity, and more than one of a kind. */
const pages: Record<string, string> = {
  'bad.mdx': 'Fine.\n\n<Note>never closed\n',
  'locked.mdx': '---\ntitle: "never closed\n---\n',
  'links.mdx': '[a](/gone) [b](/gone-too) [c](#gone)\n\n![d](/gone.png)\n\n<Mystery />\n',
  'one.mdx': '---\ntitle: Same\n---\n\n<Icon icon="no-such-icon" />\n',
  'two.mdx': '---\ntitle: Same\n---\n\n```no-such-language\nx\n```\n',
}

async function makeSite(): Promise<string> {
  const folder = await mkdtemp(join(beside.bench.folder, 'site-'))
  await cp(smallSite, folder, { recursive: true })
  for (const [path, text] of Object.entries(pages)) await writeFile(join(folder, path), text)
  return folder
}

const command = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url))
const totals = /(\d+) errors?, (\d+) warnings?, (\d+) pieces? of advice/

async function countByCommand(folder: string): Promise<number[]> {
  const args = [command, 'check', folder, '--format', 'text', '--processes', '1']
  // It fails, since there are errors.
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((failed) => failed)
  return totals.exec(stdout)?.slice(1).map(Number) ?? []
}

async function openPage(path: string): Promise<string> {
  const { organization, bench } = beside
  const { db } = bench.database
  const { id: personId } = await plantPerson(db, { memberships: { [organization]: 'viewer' } })
  const { secret } = await startSession(db, { personId, address: null, agent: null })
  return (await new Browser(dashboard.url, secret).get(`/dashboard/${organization}/exports/${path}`)).text
}

test('a check, the job, its report and the dashboard count the same errors, warnings and advice', async () => {
  const folder = await makeSite()
  const [errors = 0, warnings = 0, advice = 0] = await countByCommand(folder)
  expect([errors > 1, warnings > 3, advice > 1], `${errors} ${warnings} ${advice}`).toEqual([true, true, true])

  const { bench, organization } = beside
  const project = await bench.addProject(organization, bench.addRepository(folder))
  const row = await bench.waitForEnd(await bench.startExport(organization, project))
  expect(row).toMatchObject({ status: 'completed', errors, warnings })
  const bytes = await bench.store.getBytes(exportReportKey(organization, row.id))
  const report: Report = JSON.parse(Buffer.from(bytes).toString())
  expect(report.counts).toMatchObject({ errors, warnings, advice })

  expect(await openPage(row.id)).toContain(`${errors} errors, ${warnings} warnings`)
  const shown = await openPage(`${row.id}/report`)
  const figures = [...shown.matchAll(/<dt>(Errors|Warnings|Advice)<\/dt><dd>(\d+)<\/dd>/g)]
  expect(figures.map(([, , count]) => Number(count))).toEqual([errors, warnings, advice])
})
