import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DnsServer, startDnsServer } from '../../../../../test/parts/dns-server.ts'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../testing/dashboard/browser.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { overrideProof } from '../../core/domains/verify-domain.ts'

const domain = 'docs.example.com'
let dns: DnsServer
let dashboard: TestDashboard
beforeAll(async () => {
  dns = await startDnsServer()
  dashboard = await startTestDashboard({ domains: { mode: 'verified', dnsServers: [dns.address] } })
})
afterAll(async () => {
  await dashboard[Symbol.asyncDispose]()
  await dns.close()
})

/** An admin of a new organization, with a project for the domain. */
async function connect() {
  const { db } = dashboard.database
  const organization = await plantOrganization(db)
  const [admin, viewer] = await Promise.all(
    (['admin', 'viewer'] as const).map(async (role) => {
      const { id } = await plantPerson(db, { memberships: { [organization]: role } })
      return dashboard.openBrowser(id)
    }),
  )
  const list = `/dashboard/${organization}/projects`
  const form = { name: 'D', repository: 'https://git.example.com/d.git', branch: 'main', docsPath: '', gitHost: 'auto' }
  const { path: home } = await (admin as Browser).submit(`${list}/new`, `${list}/new`, {
    ...form,
    domain,
    untested: 'on',
  })
  return { organization, admin: admin as Browser, viewer: viewer as Browser, home }
}

const start = ({ organization, admin }: Awaited<ReturnType<typeof connect>>) => {
  const exports = `/dashboard/${organization}/exports`
  return admin.submit(`${exports}/new`, exports, { domain, form: crypto.randomUUID() })
}

test('the page of a project shows which record to set, and verifies it', async () => {
  const ours = await connect()
  const { admin, home } = ours
  const { text } = await admin.get(`${home}/domains`)
  const [, value = ''] = /data-copy="(bindery-verification=[0-9a-f]{32})"/.exec(text) ?? []
  for (const part of ['not verified', `_bindery.${domain}`, `https://${domain}/.well-known/bindery-verification.txt`]) {
    expect(text).toContain(part)
  }
  const early = await start(ours)
  expect(early.status).toBe(409)
  expect(early.text).toContain(`The domain ${domain} is not verified.`)

  const verify = () => admin.submit(home, `${home}/domains/verify`, { domain })
  const refused = await verify()
  expect(refused.status).toBe(422)
  expect(refused.text).toContain(`_bindery.${domain} has no TXT record yet`)
  dns.records.set(`_bindery.${domain}`, [value])
  const shown = await verify()
  expect(shown).toMatchObject({ status: 200, path: expect.stringContaining(home) })
  expect(shown.text).toContain(`${domain} is verified.`)
  expect(shown.text).not.toContain('bindery-verification=')
  expect((await start(ours)).status).toBe(200)
})

test('another organization may claim it too, learns nothing, and has a record of its own', async () => {
  const [ours, theirs] = [await connect(), await connect()]
  const pages = await Promise.all(
    [ours, theirs].map(async ({ admin, home }) => (await admin.get(`${home}/domains`)).text),
  )
  const values = pages.map((text) => /bindery-verification=[0-9a-f]{32}/.exec(text)?.[0])
  expect(new Set(values).size).toBe(2)
  const answers = await Promise.all([start(ours), start(theirs)])
  expect(answers.map(({ status }) => status)).toEqual([409, 409])
  // Nor is a domain of one verified through the project of the other.
  const foreign = await theirs.admin.submit(theirs.home, `${ours.home}/domains/verify`, { domain })
  expect(foreign.status).toBe(404)
})

test('a domain that another organization has proven must be proven again, with a new value', async () => {
  const { db, pool } = dashboard.database
  const [former, owner] = [await connect(), await connect()]
  const claimValue = (text: string) => /bindery-verification=[0-9a-f]{32}/.exec(text)?.[0]
  const before = (await former.admin.get(`${former.home}/domains`)).text
  expect(before).not.toContain('is no longer verified')
  await overrideProof(db, { organizationId: former.organization }, { name: domain }, operator)
  await pool.query('update domain set published_at = now() where organization_id = $1', [former.organization])
  await overrideProof(db, { organizationId: owner.organization }, { name: domain }, operator)
  const { text } = await former.admin.get(`${former.home}/domains`)
  expect(text).toContain(`${domain} is no longer verified`)
  expect(claimValue(text)).toMatch(/^bindery-verification=/)
  expect(claimValue(text)).not.toBe(claimValue(before))
})

test('whoever may not change the project sees that it is not verified, and not by what', async () => {
  const { viewer, home } = await connect()
  for (const page of [home, `${home}/domains`]) {
    const { text } = await viewer.get(page)
    expect(text).toContain('not verified')
    expect(text).not.toContain('bindery-verification=')
  }
})
