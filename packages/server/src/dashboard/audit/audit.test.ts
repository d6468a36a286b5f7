import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../testing/dashboard/browser.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { recordAudit } from '../../core/audit/record-audit.ts'

let dashboard: TestDashboard
let organization: string
let ada: string
let admin: Browser

beforeAll(async () => {
  dashboard = await startTestDashboard()
  const { db } = dashboard.database
  organization = await plantOrganization(db)
  ada = (await plantPerson(db, { name: '=cmd|Ada', memberships: { [organization]: 'admin' } })).id
  admin = await dashboard.openBrowser(ada)
  const actor = { name: `person:${ada}`, address: '203.0.113.7', requestId: 'request-1' } as const
  const record = (action: string, target: string) =>
    recordAudit(db, actor, { organizationId: organization, action, target })
  for (let each = 0; each < 60; each++) await record('export.start', `se_${String(each).padStart(16, '0')}`)
  await record('domain.add', 'docs.example.com')
})

afterAll(() => dashboard[Symbol.asyncDispose]())

const path = (rest = '') => `/dashboard/${organization}/audit${rest}`
const targetsOf = (text: string) => text.match(/se_\d{16}(?=<\/(?:a|span)>)/g) ?? []

test('the log is read newest first, page by page, with links to what has a page', async () => {
  const first = await admin.get(path())
  expect(first.text).toContain('203.0.113.7')
  expect(first.text).toContain(`/dashboard/${organization}/exports/se_0000000000000059`)
  expect(first.text.indexOf('docs.example.com')).toBeLessThan(first.text.indexOf('se_0000000000000059'))
  const next = /rel="next" href="([^"]+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = await admin.get(next)
  const seen = [...targetsOf(first.text), ...targetsOf(second.text)]
  expect(new Set(seen).size).toBe(60)
  expect(second.text).not.toContain('rel="next"')
})

test('it is narrowed by actor, action and days, and the next page stays narrow', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const narrow = await admin.get(path(`?actor=ada&action=export&from=${today}&to=${today}`))
  expect(targetsOf(narrow.text)).toHaveLength(50)
  expect(narrow.text).toMatch(/rel="next" href="[^"]*actor=ada/)
  expect((await admin.get(path('?actor=grace'))).text).toContain('No matching entries')
  expect((await admin.get(path('?to=2020-01-01'))).text).toContain('No matching entries')
  expect((await admin.get(path('?from=yesterday'))).status).toBe(422)
  expect((await admin.get(path('?cursor=x'))).status).toBe(422)
  expect((await admin.get(path('?actor=%00'))).status).toBe(404)
})

test('the same rows come as a file, and no name in it is a formula', async () => {
  const { headers, text } = await admin.get(path('.csv?action=export'))
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="audit-${organization}.csv"`)
  const lines = text.split('\r\n')
  expect(lines).toHaveLength(62)
  expect(lines[0]).toBe('time,actor,actor_name,action,target,address,outcome,request_id')
  expect(lines[1]).toMatch(
    new RegExp(`Z,person:${ada},'=cmd\\|Ada,export.start,se_0000000000000059,203.0.113.7,done,request-1$`),
  )
})

test('it is for admins', async () => {
  const person = await plantPerson(dashboard.database.db, { memberships: { [organization]: 'writer' } })
  const writer = await dashboard.openBrowser(person.id)
  for (const rest of ['', '.csv']) expect((await writer.get(path(rest))).status).toBe(403)
})

test('the operator reads what belongs to no organization, page by page, and nobody else does', async () => {
  const { db } = dashboard.database
  const boss = await plantPerson(db, { isOperator: true })
  const target = (await plantPerson(db)).id
  const actor = { name: `person:${boss.id}`, address: '198.51.100.9', requestId: null } as const
  for (let each = 0; each < 60; each++) {
    await recordAudit(db, actor, { organizationId: null, action: 'host-key.create', target: `hk_${each}` })
  }
  await recordAudit(db, actor, { organizationId: null, action: 'person.reset', target })
  const browser = await dashboard.openBrowser(boss.id)
  expect((await browser.get('/operator')).text).toContain('href="/operator/audit"')
  const first = await browser.get('/operator/audit?actor=198')
  expect(first.text).toContain('No matching entries')
  const newest = await browser.get('/operator/audit')
  expect(newest.text).toContain(`/operator/people#reset-${target}`)
  expect(newest.text).not.toContain('docs.example.com')
  const seen = new Set<string>()
  for (let next: string | undefined = '/operator/audit?action=host-key'; next !== undefined; ) {
    const { text } = await browser.get(next)
    for (const [id] of text.matchAll(/hk_\d+(?=<)/g)) seen.add(id)
    next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(seen.size).toBe(60)
  const csv = await browser.get('/operator/audit.csv?action=person')
  expect(csv.text.trim().split('\n')).toHaveLength(2)
  expect(csv.text).toContain(`person.reset,${target}`)
  expect((await admin.get('/operator/audit')).status).toBe(404)
  expect((await admin.get('/operator/audit.csv')).status).toBe(404)
})
