import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publishExport } from '../../../../testing/core/exports/publish-export.ts'
import { plantPerson } from '../../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../../testing/dashboard/browser.ts'
import { plantSite, type Site } from '../../../../testing/dashboard/plant-site.ts'
import { startTestDashboard, type TestDashboard } from '../../../../testing/dashboard/start-test-dashboard.ts'
import { migrateEngine } from '../../../engine/migrate-engine.ts'
import { exportReportKey } from '../../../storage/object-keys.ts'

let dashboard: TestDashboard
let site: Site
let home: string
let writer: Browser
let viewer: Browser

beforeAll(async () => {
  dashboard = await startTestDashboard()
  await migrateEngine(dashboard.database.url)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

beforeEach(async () => {
  const { db } = dashboard.database
  site = await plantSite(db)
  home = `/dashboard/${site.organizationId}/exports`
  const open = async (role: 'writer' | 'viewer') =>
    dashboard.openBrowser((await plantPerson(db, { memberships: { [site.organizationId]: role } })).id)
  writer = await open('writer')
  viewer = await open('viewer')
})

const commit = 'c'.repeat(40)

interface Given {
  findings: { code: string; message: string; file: string; line?: number }[]
  files?: { path: string; page?: string }[]
  counts?: Record<string, number>
}

/** A completed export with a report. */
async function exported({ findings, files = [{ path: 'index.html' }], counts = {} }: Given): Promise<string> {
  const { db, pool } = dashboard.database
  const form = crypto.randomUUID()
  const { path } = await writer.submit(`${home}/new`, home, { form, domain: site.domain })
  const id = path.slice(path.lastIndexOf('/') + 1)
  await pool.query('update export set commit = $2 where id = $1', [id, commit])
  const bytes = Buffer.from('<h1>Hello</h1>')
  await publishExport(
    { db, store: dashboard.store },
    id,
    files.map((file) => ({ ...file, bytes })),
  )
  const listed = findings.map((finding) => ({ severity: 'warning', line: 3, column: 1, ...finding }))
  const all = Object.entries(Object.groupBy(findings, ({ code }) => code)).map(([code, found]) => [code, found?.length])
  const report = {
    renderer: '1',
    name: 'Acme',
    counts: {
      ...{ pages: 1, rendered: 1, failed: 0, leftOut: 0, pagesWith: {}, withAllImports: 1, withoutFallback: 1 },
      ...{ outsideHosts: 0, unlisted: 0, leftOutFiles: 0, configuration: 0 },
      findings: { ...Object.fromEntries(all), ...counts },
    },
    findings: listed,
    ...{ failures: [], outsideHosts: [], unlisted: [], leftOut: [], advice: [] },
  }
  await dashboard.store.putBytes(exportReportKey(site.organizationId, id), Buffer.from(JSON.stringify(report)))
  return id
}

const link = (target: string, file: string, line = 3) => {
  return { code: 'broken_link', message: `“${target}” leads to no page and no file.`, file, line }
}
const image = { code: 'missing_asset', message: '“/a.png” cannot be shown.', file: 'intro.mdx' }

test('a report of more than 4 MiB is not parsed for a page but offered as JSON', async () => {
  const id = await exported({ findings: [{ ...image, message: 'x'.repeat(4 * 1024 ** 2) }] })
  const page = await viewer.get(`${home}/${id}/report`)
  expect(page.status).toBe(200)
  expect(page.text).toContain('This report is too large to show')
  expect(page.text).toContain(`href="${home}/${id}/report.json"`)
  expect((await viewer.get(`${home}/${id}/report.csv`)).status).toBe(422)
  const { findings } = JSON.parse((await viewer.get(`${home}/${id}/report.json`)).text)
  expect(findings).toHaveLength(1)
})

test('narrows by kind and by a part of the file', async () => {
  const id = await exported({ findings: [link('/gone', 'guides/a.mdx'), link('/lost', 'intro.mdx'), image] })
  const all = await viewer.get(`${home}/${id}/report`)
  expect(all.text).toContain('3 findings')
  expect(all.text).toContain('<option value="broken_link">Links that lead nowhere (2)</option>')
  const links = await viewer.get(`${home}/${id}/report?kind=broken_link`)
  expect(links.text).toMatch(/2 findings.*\/gone.*\/lost/s)
  expect(links.text).not.toContain('a.png')
  const guides = await viewer.get(`${home}/${id}/report?file=GUIDES`)
  expect(guides.text).toContain('1 finding<')
  expect(guides.text).not.toContain('/lost')
  const none = await viewer.get(`${home}/${id}/report?kind=broken_link&file=none`)
  expect(none.text).toMatch(/No matching findings.*Show the whole report/s)
})

test('shows what is new since an earlier export, though lines have moved', async () => {
  const before = await exported({ findings: [link('/gone', 'a.mdx', 3)] })
  const after = await exported({ findings: [link('/gone', 'a.mdx', 9), link('/lost', 'a.mdx', 12)] })
  expect((await viewer.get(`${home}/${after}/report`)).text).toContain(`<option value="${before}">New since`)
  const { text } = await viewer.get(`${home}/${after}/report?since=${before}`)
  expect(text).toContain('1 new finding<')
  expect(text).toContain('/lost')
  expect(text).not.toContain('/gone')
  const same = await exported({ findings: [link('/gone', 'a.mdx', 3), link('/lost', 'a.mdx', 4)] })
  expect((await viewer.get(`${home}/${same}/report?since=${after}`)).text).toContain('Nothing new')
})

test('says that something may not be new where the earlier report does not name all it found', async () => {
  const before = await exported({ findings: [link('/gone', 'a.mdx')], counts: { broken_link: 2_500 } })
  const after = await exported({ findings: [link('/lost', 'a.mdx')] })
  expect((await viewer.get(`${home}/${after}/report?since=${before}`)).text).toContain('Some of these may not be new')
})

test('an export of another organization is nothing to compare with', async () => {
  const foreign = await exported({ findings: [image] })
  const { db } = dashboard.database
  const other = await plantSite(db)
  const person = await plantPerson(db, { memberships: { [other.organizationId]: 'admin' } })
  const stranger = await dashboard.openBrowser(person.id)
  for (const path of ['report', 'report.csv', 'report.sarif', 'source/a.mdx']) {
    expect((await stranger.get(`/dashboard/${other.organizationId}/exports/${foreign}/${path}`)).status).toBe(404)
  }
  const prepared = await stranger.get(`/dashboard/${other.organizationId}/agent-jobs/new?export=${foreign}`)
  expect(prepared.status).toBe(404)
  const own = await exported({ findings: [image] })
  const unknown = await viewer.get(`${home}/${own}/report?since=se_0000000000000000`)
  expect(unknown.status).toBe(404)
})

test('a kind with thousands of findings is shown in pages, and with its first ones among the others', async () => {
  const findings = Array.from({ length: 120 }, (_, n) => link(`/gone-${n}`, 'a.mdx', n + 1))
  const id = await exported({ findings: [...findings, image], counts: { broken_link: 3_000 } })
  const all = (await viewer.get(`${home}/${id}/report`)).text
  expect(all).toContain('3,001 findings')
  expect(all).not.toContain('<details class="part" open')
  expect(all.match(/\/gone-\d+</g)).toHaveLength(20)
  let next: string | undefined = `${home}/${id}/report?kind=broken_link`
  const seen: string[] = []
  while (next) {
    const { text } = await viewer.get(next)
    seen.push(...[...text.matchAll(/\/(gone-\d+)</g)].map(([, name]) => name ?? ''))
    expect(text).toContain('The report names the first 120 of them.')
    next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(seen).toEqual(findings.map((_, n) => `gone-${n}`))
})

test('each line leads to the git host, at the commit that was exported', async () => {
  const { pool } = dashboard.database
  const set = `update project set repository = $2, docs_path = 'site docs' where id = $1`
  await pool.query(set, [site.projectId, 'https://github.com/acme/docs.git'])
  const id = await exported({ findings: [link('/gone', 'guides/a.mdx', 12)] })
  const href = `https://github.com/acme/docs/blob/${commit}/site%20docs/guides/a.mdx?plain=1#L12`
  expect((await viewer.get(`${home}/${id}/report`)).text).toContain(`href="${href}"`)
})

test('the page beside a finding is the one that its file has become, wherever that is', async () => {
  const files = [
    { path: 'start.html', page: 'guides/README.mdx' },
    { path: 'usual.html', page: 'usual.mdx' },
  ]
  const findings = [link('/a', 'guides/README.mdx'), link('/b', 'usual.mdx'), link('/c', 'snippets/x.mdx')]
  const id = await exported({ files, findings })
  const { text } = await viewer.get(`${home}/${id}/report`)
  const links = [...text.matchAll(/href="([^"]+\/source\/[^"]+)"/g)].map(([, href]) => href ?? '')
  expect(links).toHaveLength(2)
  const places = await Promise.all(links.map(async (href) => (await viewer.request(href)).headers.get('location')))
  expect(places).toEqual([`${home}/${id}/view/start.html`, `${home}/${id}/view/usual.html`])
  expect((await viewer.get(`${home}/${id}/source/snippets/x.mdx`)).text).toContain('No page of this export')
})

test('is taken away as CSV that no spreadsheet runs', async () => {
  const id = await exported({ findings: [link('/gone', '=cmd().mdx'), image] })
  const { text, headers } = await viewer.get(`${home}/${id}/report.csv?kind=broken_link`)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${id}.csv"`)
  expect(text.split('\r\n')).toEqual([
    'severity,kind,file,line,column,message',
    `warning,broken_link,'=cmd().mdx,3,1,“/gone” leads to no page and no file.`,
    '',
  ])
})

test('is taken away as SARIF with rules, levels and places in the repository', async () => {
  await dashboard.database.pool.query(`update project set docs_path = 'docs' where id = $1`, [site.projectId])
  const id = await exported({ findings: [link('/gone', 'a b.mdx', 7), image] })
  const { text, headers } = await viewer.get(`${home}/${id}/report.sarif`)
  expect(headers.get('content-type')).toBe('application/sarif+json')
  const { runs, version } = JSON.parse(text)
  expect(version).toBe('2.1.0')
  expect(runs[0].versionControlProvenance[0].revisionId).toBe(commit)
  expect(runs[0].tool.driver.rules.map(({ id: rule }: { id: string }) => rule)).toEqual([
    'broken_link',
    'missing_asset',
  ])
  expect(runs[0].results[0]).toMatchObject({
    ruleId: 'broken_link',
    ruleIndex: 0,
    level: 'warning',
    locations: [
      { physicalLocation: { artifactLocation: { uri: 'docs/a%20b.mdx' }, region: { startLine: 7, startColumn: 1 } } },
    ],
  })
})

test('a writer hands the findings to an agent with an instruction that is ready to send', async () => {
  const id = await exported({ findings: [link('/gone', 'a.mdx', 7), image] })
  const report = `${home}/${id}/report?kind=broken_link`
  expect((await viewer.get(report)).text).not.toContain('Ask the agent')
  const [, href = ''] = /href="([^"]+\/agent-jobs\/new[^"]*)"/.exec((await writer.get(report)).text) ?? []
  const { text } = await writer.get(href.replaceAll('&amp;', '&'))
  expect(text).toContain(`<option value="${site.projectId}" selected`)
  expect(text).toMatch(/Fix the problem that.*Links that lead nowhere:\n- a\.mdx:7: “\/gone” leads to no page/s)
  expect(text).not.toContain('a.png')
})
