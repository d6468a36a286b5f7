import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishExport } from '../../../testing/core/exports/publish-export.ts'
import { plantPerson } from '../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../testing/dashboard/browser.ts'
import { plantSite, type Site } from '../../../testing/dashboard/plant-site.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { beginExport } from '../../core/exports/run/begin-export.ts'
import { failExport } from '../../core/exports/run/fail-export.ts'
import { recordPlan } from '../../core/exports/run/record-plan.ts'
import { recordSource } from '../../core/exports/run/record-source.ts'
import { setPlan } from '../../core/organizations/change-organization.ts'
import { migrateEngine } from '../../engine/migrate-engine.ts'
import { PlaceLimiter } from '../../http/place-limiter.ts'
import { exportReportKey } from '../../storage/object-keys.ts'

let dashboard: TestDashboard
let site: Site
let home: string
let writer: Browser
let viewer: Browser

beforeAll(async () => {
  const waits = new PlaceLimiter({ perCaller: 2, perAddress: 100, inAll: 100 }, 'wait for a job')
  dashboard = await startTestDashboard({ waits })
  await migrateEngine(dashboard.database.url)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

beforeEach(async () => {
  const { db } = dashboard.database
  site = await plantSite(db)
  const { organizationId } = site
  home = `/dashboard/${organizationId}/exports`
  const [write, view] = await Promise.all(
    (['writer', 'viewer'] as const).map((role) => plantPerson(db, { memberships: { [organizationId]: role } })),
  )
  writer = await dashboard.openBrowser(write?.id)
  viewer = await dashboard.openBrowser(view?.id)
})

/** Starts an export by the form and says its id. */
async function start(fields: Record<string, string> = {}): Promise<string> {
  const form = crypto.randomUUID()
  const { path } = await writer.submit(`${home}/new`, home, { form, domain: site.domain, ...fields })
  return path.slice(path.lastIndexOf('/') + 1)
}

async function published(files = [{ path: 'index.html', bytes: Buffer.from('<h1>Hello</h1>') }]): Promise<string> {
  const id = await start()
  await publishExport({ db: dashboard.database.db, store: dashboard.store }, id, files)
  return id
}

const fail = (id: string) => failExport(dashboard.database.db, id, { code: 'page_failed', message: 'Two pages fail.' })

describe('the history', () => {
  test('without exports it says what one is and where to start it', async () => {
    expect((await writer.get(home)).text).toMatch(/No exports yet.*Start an export/s)
    expect((await viewer.get(home)).text).toMatch(/No exports yet.*A writer of Acme can start one/s)
  })

  test('shows newest first, narrows by status and domain, and goes on with older ones', async () => {
    const ids = await Promise.all(Array.from({ length: 21 }, () => start()))
    await fail(ids[0] ?? '')
    const first = await viewer.get(home)
    expect(first.text.match(/<tr>/g)).toHaveLength(21)
    const older = /rel="next" href="([^"]+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await viewer.get(older)).text.match(/<tr>/g)).toHaveLength(2)
    const failed = await viewer.get(`${home}?status=failed&domain=${site.domain}`)
    expect(failed.text.match(/<tr>/g)).toHaveLength(2)
    expect(failed.text).toContain(ids[0])
    for (const nowhere of ['nowhere.example.com', 'no%20domain', '%00']) {
      const { text } = await viewer.get(`${home}?domain=${nowhere}&status=odd`)
      expect(text.includes('No matching exports')).toBe(nowhere !== '%00')
    }
  })
})

describe('the list', () => {
  test('moves by itself: the fragment waits for any export of the organization, and comes with the filters', async () => {
    const id = await start()
    const page = await viewer.get(`${home}?status=queued`)
    const [, live = '', revision] = /data-live="([^"]+)" data-revision="(\w+)"/.exec(page.text) ?? []
    expect(live).toBe(`${home}/live?status=queued`)
    const waits = dashboard.nextWait(`exports:${site.organizationId}`)
    const fragment = viewer.get(`${live}&since=${revision}`)
    await waits
    const next = await start()
    const { text } = await fragment
    for (const each of [id, next]) expect(text).toContain(`/exports/${each}"`)
    expect(text).not.toContain('<html')
    expect(text).not.toContain('http-equiv')
    expect(text).toContain('Reload the page to see changes.')
  })

  test('names project, branch, commit, message and who started it, and lets warnings stand out', async () => {
    const id = await start({ ref: 'next' })
    const { db, pool } = dashboard.database
    await beginExport(db, id)
    await recordSource(db, id, { commit: 'c'.repeat(40), version: 'v7', message: 'Explain <flags>' })
    await pool.query('update export set warnings = 7550 where id = $1', [id])
    const { text } = await viewer.get(home)
    const { rows } = await pool.query('select name from project where id = $1', [site.projectId])
    for (const said of [rows[0].name, '>next<', 'v7', 'Explain &lt;flags&gt;', 'by Ada Lovelace']) {
      expect(text).toContain(said)
    }
    expect(text).toContain('<span class="badge warn">7,550 warnings</span>')
  })

  test('another organization hears nothing of it', async () => {
    const other = await plantSite(dashboard.database.db)
    const person = await plantPerson(dashboard.database.db, { memberships: { [other.organizationId]: 'viewer' } })
    const stranger = await dashboard.openBrowser(person.id)
    expect((await stranger.get(`${home}/live`)).status).toBe(404)
  })
})

describe('starting one', () => {
  test('takes ref, version and paths, and leads to its page', async () => {
    const id = await start({ ref: 'v2', version: '2.0', paths: 'guides/install\r\n\r\nguides/use' })
    expect(dashboard.enqueued).toContain(id)
    const { text } = await viewer.get(`${home}/${id}`)
    for (const said of ['queued', 'v2', '2.0', 'guides/install, guides/use']) expect(text).toContain(said)
  })

  test('a form that is sent twice makes one export', async () => {
    const form = crypto.randomUUID()
    const send = () => writer.submit(`${home}/new`, home, { form, domain: site.domain })
    const [first, second] = [await send(), await send()]
    expect(second.path).toBe(first.path)
    expect((await writer.get(home)).text.match(/<tr>/g)).toHaveLength(2)
  })

  test('what cannot be is said beside the form, as it was filled in', async () => {
    const form = crypto.randomUUID()
    const answer = await writer.submit(`${home}/new`, home, { form, domain: site.domain, ref: 'no..where' })
    expect(answer.status).toBe(422)
    expect(answer.text).toMatch(/“ref” must be the name of a branch.*value="no\.\.where"/s)
    const unknown = await writer.submit(`${home}/new`, home, { form, domain: 'other.example.com' })
    expect(unknown).toMatchObject({ status: 404 })
    expect(unknown.text).toContain('No project of this organization has this domain')
  })

  test('is not for a viewer, nor without the enterprise plan', async () => {
    const form = crypto.randomUUID()
    expect(await viewer.submit(home, home, { form, domain: site.domain })).toMatchObject({ status: 403 })
    await setPlan(dashboard.database.db, site.organizationId, 'pro', operator)
    const refused = await writer.submit(home, home, { form, domain: site.domain })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Static export needs the enterprise plan')
    expect((await writer.get(home)).text).toContain('Static export needs the enterprise plan')
    expect((await writer.get(`${home}/se_0000000000000000/files`)).status).toBe(403)
  })
})

describe('the page of an export', () => {
  test('moves with it: the fragment waits, and comes with the change', async () => {
    const id = await start()
    const { db } = dashboard.database
    const revision = /data-revision="([\d-]+)"/.exec((await viewer.get(`${home}/${id}`)).text)?.[1]
    const waits = dashboard.nextWait(id)
    const fragment = viewer.get(`${home}/${id}/live?since=${revision}`)
    await waits
    await beginExport(db, id)
    await recordPlan(db, id, 400)
    const { text } = await fragment
    expect(text).toMatch(/data-live=.*running/s)
    expect(text).not.toContain('<html')
  })

  test('only so many of one person wait at once, and another person is not kept from it', async () => {
    const id = await start()
    const read = async (browser: Browser) =>
      /data-revision="([\d-]+)"/.exec((await browser.get(`${home}/${id}`)).text)?.[1]
    const revision = await read(viewer)
    const live = `${home}/${id}/live?since=${revision}`
    const first = dashboard.nextWait(id)
    const waiting = [viewer.get(live)]
    await first
    const second = dashboard.nextWait(id)
    waiting.push(viewer.get(live))
    await second
    const refused = await viewer.request(live)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await refused.text()).toContain('2 requests of this session wait for a job already')
    // What is news needs no place.
    expect((await viewer.get(`${home}/${id}/live?since=x`)).status).toBe(200)
    const other = dashboard.nextWait(id)
    waiting.push(writer.get(live))
    await other
    await beginExport(dashboard.database.db, id)
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200])
    const again = dashboard.nextWait(id)
    const next = viewer.get(`${home}/${id}/live?since=${await read(viewer)}`)
    await again
    await recordPlan(dashboard.database.db, id, 400)
    expect((await next).status).toBe(200)
  })

  test('whoever signs out while it waits gets nothing', async () => {
    const id = await start()
    const member = await plantPerson(dashboard.database.db, { memberships: { [site.organizationId]: 'viewer' } })
    const browser = await dashboard.openBrowser(member.id)
    const waits = dashboard.nextWait(id)
    const fragment = browser.request(`${home}/${id}/live?since=0-0-0`)
    await waits
    await dashboard.database.db.deleteFrom('session').where('person_id', '=', member.id).execute()
    await beginExport(dashboard.database.db, id)
    expect((await fragment).headers.get('location')).toMatch(/^\/sign-in/)
  })

  test('another organization finds nothing there', async () => {
    const id = await start()
    const other = await plantSite(dashboard.database.db)
    const person = await plantPerson(dashboard.database.db, { memberships: { [other.organizationId]: 'admin' } })
    const stranger = await dashboard.openBrowser(person.id)
    expect((await stranger.get(`/dashboard/${other.organizationId}/exports/${id}`)).status).toBe(404)
  })

  test('a writer cancels it after a second word, and the audit knows who', async () => {
    const id = await start()
    const page = `${home}/${id}`
    expect((await writer.get(page)).text).toContain(`The export ${id} of ${site.domain} stops and counts as failed`)
    expect((await viewer.get(page)).text).not.toContain('Cancel')
    const after = await writer.submit(page, `${page}/cancel`)
    expect(after.text).toMatch(/was cancelled.*Someone cancelled it/s)
    expect(dashboard.cancelled).toContain(id)
    const { rows } = await dashboard.database.pool.query(
      `select actor from audit where target = $1 and action = 'export.cancel'`,
      [id],
    )
    expect(rows[0].actor).toMatch(/^person:usr_/)
  })

  test('a failure has its sentence, what to do next and a way to start again', async () => {
    const id = await start({ ref: 'v9' })
    await fail(id)
    const { text } = await writer.get(`${home}/${id}`)
    expect(text).toMatch(/Two pages fail\..*What to do next.*The report names each page/s)
    expect(text).toContain(`/exports/new?domain=${site.domain}&amp;ref=v9`)
  })

  test('a failed export offers its report only where it has one', async () => {
    const id = await start()
    await fail(id)
    expect((await viewer.get(`${home}/${id}`)).text).not.toContain('/report"')
    await dashboard.store.putBytes(exportReportKey(site.organizationId, id), Buffer.from(JSON.stringify(report)))
    const { text } = await viewer.get(`${home}/${id}`)
    const [, href = ''] = /href="([^"]+\/report)"/.exec(text) ?? []
    expect((await viewer.get(href)).status).toBe(200)
  })

  test('shows the running step while it runs, and where the time went afterwards', async () => {
    const running = await start()
    await beginExport(dashboard.database.db, running)
    await addStep(running, 1, 'fetch-source', [0, 2])
    await addStep(running, 2, 'plan', [2])
    expect((await viewer.get(`${home}/${running}`)).text).toMatch(
      /Steps.*Fetch the repository.*2\.0 s.*Plan the site.*running/s,
    )
    const id = await published()
    expect((await viewer.get(`${home}/${id}`)).text).not.toContain('Where the time went')
    await addStep(id, 1, 'fetch-source', [0, 2])
    await addStep(id, 2, 'plan', [2, 3.5])
    expect((await viewer.get(`${home}/${id}`)).text).toMatch(
      /Where the time went.*Fetch the repository.*2\.0 s.*Plan the site.*1\.5 s/s,
    )
  })

  /** Seconds after some time in the past. */
  async function addStep(id: string, number: number, name: string, [from, to]: [from: number, to?: number]) {
    await dashboard.database.pool.query(
      `insert into job_step (workflow_id, number, name, attempt, worker, started_at, ended_at, failed)
       values ($1, $2, $3, 1, 'w', to_timestamp(1000 + $4::float8), to_timestamp(1000 + $5::float8), case when $5::float8 is not null then false end)`,
      [id, number, name, from, to ?? null],
    )
  }
})

describe('the bundle', () => {
  test('a viewer gets a link with all that one needs; it is audited and never logged', async () => {
    const id = await published()
    const { text, headers } = await viewer.submit(`${home}/${id}`, `${home}/${id}/bundle`)
    const link = /href="(http[^"]+X-Amz-Signature[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await fetch(link)).status).toBe(200)
    for (const said of ['curl -fsS', 'bindery verify bundle.tar.gz', 'staticExport.bundleUrl=', 'sha256sum -c']) {
      expect(text).toContain(said)
    }
    expect(headers.get('cache-control')).toBe('no-store')
    expect(dashboard.logged.join('')).not.toContain('X-Amz-Signature')
    const audit = `select 1 from audit where target = $1 and action = 'export.link-bundle'`
    expect((await dashboard.database.pool.query(audit, [id])).rowCount).toBe(1)
  })

  test('the Helm command is the documented one, with the values of the bundle', async () => {
    const id = await start()
    const { database, store } = dashboard
    await database.pool.query(`update export set version = 'v1' where id = $1`, [id])
    await publishExport({ db: database.db, store }, id, [{ path: 'index.html', bytes: Buffer.from('<h1>Hello</h1>') }])
    const { text } = await viewer.submit(`${home}/${id}`, `${home}/${id}/bundle`)
    const command = /data-copy="(helm [^"]+(?:&quot;[^"]+)*)"/.exec(text)?.[1] ?? ''
    const generic = command
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replace(/(?<=bundleUrl=")[^"]+/, '$$BUNDLE_URL')
      .replace(/(?<=sha256=")[0-9a-f]{64}/, '$$SHA256')
      .replace(/(?<=version=")[^"]+/, '$$VERSION')
    const guide = await readFile(new URL('../../../../../docs/publish/continuously.mdx', import.meta.url), 'utf8')
    expect(guide.replace(/^ {10}/gm, '')).toContain(`\n${generic}\n`)
    for (const option of ['--reuse-values', '--set-string staticExport.sha256="$SHA256"', 'version="$VERSION"']) {
      expect(generic).toContain(option)
    }
  })

  test('the Helm command of an export without a version clears that of an earlier one', async () => {
    const id = await published()
    await dashboard.database.pool.query('update export set version = null where id = $1', [id])
    const { text } = await viewer.submit(`${home}/${id}`, `${home}/${id}/bundle`)
    expect(text.replaceAll('&quot;', '"')).toContain('--set-string staticExport.version=""')
  })

  test('the address of a link that was made leads back to its export when it is opened anew', async () => {
    const id = await published()
    expect(await viewer.get(`${home}/${id}/bundle`)).toMatchObject({ status: 200, path: `${home}/${id}` })
  })

  test('an earlier export of the same site is offered, and its delta linked', async () => {
    const earlier = await published()
    const later = await published([{ path: 'index.html', bytes: Buffer.from('<h1>Again</h1>') }])
    const page = await viewer.get(`${home}/${later}`)
    expect(page.text).toContain(`<option value="${earlier}"`)
    const { text } = await viewer.submit(`${home}/${later}`, `${home}/${later}/bundle`, { since: earlier })
    expect(text).toMatch(/Delta link.*bindery apply site delta\.tar\.gz/s)
  })
})

describe('preview', () => {
  test('a viewer views the site and each of its pages, beside its files and findings', async () => {
    const id = await published([{ path: 'guides/a b.html', bytes: Buffer.from('<h1>Hello</h1>') }])
    const places = {
      [home]: `${home}/${id}/view"`,
      [`${home}/${id}`]: `${home}/${id}/view"`,
      [`${home}/${id}/files`]: `${home}/${id}/view/guides/a%20b.html"`,
    }
    for (const [page, link] of Object.entries(places)) expect((await viewer.get(page)).text).toContain(link)
    const site = await viewer.request(`${home}/${id}/view`)
    expect([site.status, site.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/\/preview\/[0-9a-f]{56}\/$/),
    ])
    const page = await viewer.request(`${home}/${id}/view/guides/a%20b.html`)
    expect(page.headers.get('location')).toBe(`${site.headers.get('location')}guides/a%20b.html`)
  })

  test('one that has not completed has nothing to view', async () => {
    expect((await viewer.get(`${home}/se_0000000000000000/view`)).status).toBe(404)
  })
})

describe('changes', () => {
  const pageOf = (path: string, text: string) =>
    ['html', 'md'].map((ending) => ({ path: `${path}.${ending}`, bytes: Buffer.from(text), page: `${path}.mdx` }))

  test('a viewer sees which pages differ from the export before, and what changed in one', async () => {
    const before = await published([...pageOf('a b', '# A\n\nOld <b>.'), ...pageOf('gone', 'Gone.')])
    const after = await published([...pageOf('a b', '# A\n\nNew.'), ...pageOf('new', 'Gone.')])
    expect((await viewer.get(`${home}/${after}`)).text).toContain(`${home}/${after}/changes"`)
    const { text } = await viewer.get(`${home}/${after}/changes`)
    expect(text).toContain(`<option value="${before}" selected`)
    expect(text).toMatch(/Moved from <code>gone<\/code>/)
    const link = /href="([^"]+changes\/a%20b[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const page = await viewer.get(link)
    expect(page.text).toMatch(/<del>- Old &lt;b&gt;\.\n<\/del>.*<ins>\+ New\.\n<\/ins>/s)
    expect((await viewer.get(`${home}/${after}/changes/none?since=${before}`)).status).toBe(404)
  })

  test('the live export is what others are compared with first, and it is named so', async () => {
    const live = await published(pageOf('a', 'Live.'))
    await published(pageOf('a', 'Another.'))
    const after = await published(pageOf('a', 'New.'))
    await dashboard.database.db
      .updateTable('domain')
      .set({ current_export: live })
      .where('name', '=', site.domain)
      .execute()
    const { text } = await viewer.get(`${home}/${after}/changes`)
    expect(text).toMatch(new RegExp(`<option value="${live}" selected[^>]*>[^<]* \\(live\\), `))
    expect(text.match(/\(live\)/g)).toHaveLength(1)
  })

  test('of the first export there are none, and who compares with what is not there is told', async () => {
    const id = await published()
    expect((await viewer.get(`${home}/${id}`)).text).not.toContain('See what changed')
    expect((await viewer.get(`${home}/${id}/changes`)).text).toContain('Nothing to compare with')
    expect((await viewer.get(`${home}/${id}/changes?since=se_0000000000000000`)).status).toBe(404)
  })
})

describe('report and files', () => {
  test('the report names broken links with file, line, target and reason, for failed exports too', async () => {
    const id = await start()
    await fail(id)
    expect((await viewer.get(`${home}/${id}/report`)).text).toContain('failed before its pages were looked at')
    const key = exportReportKey(site.organizationId, id)
    await dashboard.store.putBytes(key, Buffer.from(JSON.stringify(report)))
    const { text } = await viewer.get(`${home}/${id}/report`)
    expect(text).toMatch(/Links that lead nowhere.*guide\.mdx.*12:3.*\/gone.*Leads to no page and no file\./s)
    for (const said of ['Images and files', 'Pages that failed', 'video.example', 'possible', 'draft.mdx']) {
      expect(text).toContain(said)
    }
    expect(text).toContain('3 of 2 pages rendered without placeholders. Renderer version 1.')
    const { headers } = await viewer.get(`${home}/${id}/report.json`)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${id}.json"`)
  })

  test('a report with many findings names their kinds and counts, and folds the rest away', async () => {
    const id = await start()
    await fail(id)
    const read = async (findings: typeof report.findings) => {
      const counts = { ...report.counts, findings: { broken_link: findings.length } }
      const body = JSON.stringify({ ...report, findings, counts })
      await dashboard.store.putBytes(exportReportKey(site.organizationId, id), Buffer.from(body))
      return (await viewer.get(`${home}/${id}/report`)).text
    }
    const few = await read(report.findings)
    expect(few.match(/<details class="part" open/g)?.length).toBeGreaterThan(3)
    const many = await read(Array.from({ length: 60 }, () => report.findings[2] as (typeof report.findings)[0]))
    expect(many).not.toMatch(/<details class="part" open/)
    expect(many).toMatch(/<summary><h2>Links that lead nowhere<\/h2> <span class="badge">60</)
  })

  test('a file comes as a download, whatever it is, and never as a page of ours', async () => {
    const id = await published([
      { path: 'index.html', bytes: Buffer.from('<script>alert(1)</script>') },
      { path: 'a b/c d".html', bytes: Buffer.from('x') },
    ])
    const { text } = await viewer.get(`${home}/${id}/files`)
    const hrefs = [...text.matchAll(/href="([^"]+)" download/g)].map(([, href]) => href ?? '')
    expect(hrefs).toHaveLength(2)
    for (const href of hrefs) {
      const answer = await viewer.get(href)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/octet-stream')
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await viewer.get(`${home}/${id}/files/none.html`)).status).toBe(404)
  })
})

const at = { file: 'guide.mdx', line: 12, column: 3 }
const report = {
  renderer: '1',
  name: 'Acme',
  counts: {
    pages: 3,
    rendered: 2,
    failed: 1,
    leftOut: 0,
    findings: { broken_link: 1, missing_asset: 1, possible_secret: 1 },
    pagesWith: {},
    withAllImports: 3,
    withoutFallback: 3,
    outsideHosts: 1,
    unlisted: 1,
    leftOutFiles: 0,
    configuration: 0,
  },
  failures: [{ ...at, reason: 'Unexpected end of file.', fatal: true }],
  findings: [
    { code: 'possible_secret', severity: 'warning', message: 'possible token', ...at },
    { code: 'missing_asset', severity: 'warning', message: '“/a.png” cannot be shown. There is no such file.', ...at },
    { code: 'broken_link', severity: 'warning', message: '“/gone” leads to no page and no file.', ...at },
  ],
  outsideHosts: [{ host: 'video.example', pages: ['/a'], count: 1 }],
  unlisted: ['draft.mdx'],
  leftOut: [],
  advice: [],
}
