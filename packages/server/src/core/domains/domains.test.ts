import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DnsServer, startDnsServer } from '../../../../../test/parts/dns-server.ts'
import { plantOrganization } from '../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import type { Reach } from '../../outbound/reach-host.ts'
import { operatorScope } from '../access/scope.ts'
import { operator } from '../audit/record-audit.ts'
import { defaultLimits } from '../limits/limits.ts'
import { createProject } from '../projects/create-project.ts'
import { addDomain } from './add-domain.ts'
import type { DomainSettings } from './domain-settings.ts'
import { listDomains } from './list-domains.ts'
import { describeProof } from './proof/describe-proof.ts'
import { removeDomain } from './remove-domain.ts'
import { overrideProof, verifyDomain } from './verify-domain.ts'

const name = 'docs.example.com'
const path = '/.well-known/bindery-verification.txt'
let database: TestDatabase
let dns: DnsServer
let host: Server
let asked: string[] = []
/** What the host of the domain answers. */
let serve: { status: number; body: string; location?: string }
let reach: Reach

beforeAll(async () => {
  database = await createTestDatabase()
  dns = await startDnsServer()
  host = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`)
    const { status, body, location } = serve
    response.writeHead(status, location ? { location } : {}).end(body)
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  reach = { policy: { allowedHosts: [`http://${name}:${port()}`] }, lookup: async () => ['127.0.0.1'] }
})
beforeEach(async () => {
  await database.pool.query('delete from organization; delete from quota; delete from audit')
  dns.records.clear()
  asked = []
  serve = { status: 404, body: 'none' }
})
afterAll(async () => {
  host.close()
  await dns.close()
  await database.close()
})

const port = () => (host.address() as AddressInfo).port
const settings = (): DomainSettings => ({ mode: 'verified', dnsServers: [dns.address] })

async function plant() {
  const { db } = database
  const organizationId = await plantOrganization(db)
  const request = {
    organizationId,
    name: 'D',
    repository: 'https://git.example.com/d.git',
    branch: 'main',
    docsPath: '',
  }
  const { id: projectId } = await createProject(db, request, operator, { allowedHosts: [] }, defaultLimits)
  return { organizationId, projectId }
}

/** An organization with a claim, and what would prove it. */
async function claim() {
  const own = await plant()
  const added = await addDomain(database.db, operatorScope, { ...own, name, mode: 'verified' }, operator, defaultLimits)
  return { ...own, value: describeProof(added, []).value }
}

const verify = (organizationId: string, given = reach) =>
  verifyDomain({ db: database.db, domains: settings(), reach: given }, { organizationId }, { name }, operator)
const isVerified = async (organizationId: string) =>
  (await listDomains(database.db, organizationId))[0]?.verifiedAt instanceof Date
const publish = (...values: string[]) => dns.records.set(`_bindery.${name}`, values)

test('a trusted domain is proven at once, and nobody else can have it', async () => {
  const [one, other] = [await plant(), await plant()]
  await addDomain(
    database.db,
    operatorScope,
    { ...one, name: 'Docs.Example.com', mode: 'trusted' },
    operator,
    defaultLimits,
  )
  expect(await isVerified(one.organizationId)).toBe(true)
  const again = addDomain(database.db, operatorScope, { ...other, name, mode: 'trusted' }, operator, defaultLimits)
  await expect(again).rejects.toThrow('The domain docs.example.com belongs to a project already.')
})

test('a TXT record proves a claim, among others and in whatever order', async () => {
  const { organizationId, value } = await claim()
  expect(await isVerified(organizationId)).toBe(false)
  publish('v=spf1 -all', 'x'.repeat(300), value)
  expect(await verify(organizationId)).toMatchObject({ name, verifiedAt: expect.any(Date) })
  expect(await isVerified(organizationId)).toBe(true)
})

test('a file on the host proves a claim', async () => {
  const { organizationId, value } = await claim()
  serve = { status: 200, body: `# ours\r\n ${value} \r\n` }
  await verify(organizationId)
  expect(await isVerified(organizationId)).toBe(true)
  expect(asked).toEqual([`${name}:${port()} ${path}`])
})

test('without proof it says what is missing in both places, and what to set', async () => {
  const { organizationId, value } = await claim()
  const refusal = await verify(organizationId).catch((error: Error) => error.message)
  for (const part of [`_bindery.${name} has no TXT record yet`, `${path} answers with 404`, value]) {
    expect(refusal).toContain(part)
  }
  publish('something else')
  serve = { status: 200, body: 'something else' }
  await expect(verify(organizationId)).rejects.toThrow(/but none with this value; .*does not hold this value/)
  expect(await isVerified(organizationId)).toBe(false)
})

test('what another organization has published proves nothing', async () => {
  const [victim, squatter] = [await claim(), await claim()]
  publish(victim.value)
  serve = { status: 200, body: victim.value }
  await expect(verify(squatter.organizationId)).rejects.toThrow(/not verified/)
})

test.each<[string, (value: string) => typeof serve]>([
  ['a redirect', (value) => ({ status: 302, body: value, location: `http://${name}:${port()}/other` })],
  ['an error page with the value', (value) => ({ status: 404, body: value })],
  ['a line that only holds the value', (value) => ({ status: 200, body: `not ${value}` })],
  ['a value behind the first 4 KiB', (value) => ({ status: 200, body: `${'x'.repeat(5_000)}\n${value}` })],
])('%s is no proof', async (_, make) => {
  const { organizationId, value } = await claim()
  serve = make(value)
  await expect(verify(organizationId)).rejects.toThrow(/not verified/)
  expect(asked).toHaveLength(1)
})

test('a host with a private address is not asked unless the operator allows it, and no answer tells why', async () => {
  const { organizationId, value } = await claim()
  serve = { status: 200, body: value }
  const sentences = []
  for (const lookup of [
    async () => ['127.0.0.1'],
    async () => ['169.254.169.254'],
    () => Promise.reject(new Error('x')),
  ]) {
    const closed = { policy: { allowedHosts: [] }, lookup }
    sentences.push(await verify(organizationId, closed).catch((error: Error) => error.message))
  }
  expect(sentences[0]).toContain('its host is unknown, is not public, or does not answer')
  expect(new Set(sentences).size).toBe(1)
  expect(asked).toEqual([])
})

test('name servers that do not answer prove nothing, and it says so', async () => {
  const { organizationId } = await claim()
  const silent = { mode: 'verified', dnsServers: ['127.0.0.1:1'] } as const
  const deps = { db: database.db, domains: silent, reach }
  await expect(verifyDomain(deps, { organizationId }, { name }, operator)).rejects.toThrow(
    /name servers did not answer/,
  )
})

test('two organizations may claim a domain; whoever proves it has it, and the newest proof counts', async () => {
  const [first, second] = [await claim(), await claim()]
  await expect(
    addDomain(database.db, operatorScope, { ...first, name, mode: 'verified' }, operator, defaultLimits),
  ).rejects.toThrow('A project of this organization has the domain')
  publish(first.value)
  await verify(first.organizationId)
  // It is as if nobody had it: the same sentence as before.
  await expect(verify(second.organizationId)).rejects.toThrow(/but none with this value/)
  publish(second.value)
  await verify(second.organizationId)
  expect(await Promise.all([first, second].map((one) => isVerified(one.organizationId)))).toEqual([false, true])
  const { rows } = await database.pool.query(
    `select organization_id as organization, actor, action from audit where target = $1 and action like 'domain.%verify' order by id`,
    [name],
  )
  expect(rows).toEqual([
    { organization: first.organizationId, actor: 'operator', action: 'domain.verify' },
    { organization: first.organizationId, actor: 'service', action: 'domain.unverify' },
    { organization: second.organizationId, actor: 'operator', action: 'domain.verify' },
  ])
})

test('a former holder cannot take the domain back with its old record, only with the new value of its claim', async () => {
  const [former, owner] = [await claim(), await claim()]
  publish(former.value)
  await verify(former.organizationId)
  // The new owner leaves the old record in the zone.
  publish(former.value, owner.value)
  await verify(owner.organizationId)
  await expect(verify(former.organizationId)).rejects.toThrow(/but none with this value/)
  expect(await isVerified(owner.organizationId)).toBe(true)

  const [renewed] = await listDomains(database.db, former.organizationId)
  publish(describeProof(renewed ?? { name, token: '' }, []).value)
  await verify(former.organizationId)
  expect(await isVerified(former.organizationId)).toBe(true)
})

test('a check that began before the domain changed hands does not take it back', async () => {
  const [former, owner] = [await claim(), await claim()]
  publish(former.value, owner.value)
  const [begun, address] = [Promise.withResolvers<void>(), Promise.withResolvers<string[]>()]
  const lookup = () => {
    begun.resolve()
    return address.promise
  }
  const slow = verify(former.organizationId, { ...reach, lookup })
  await begun.promise
  await verify(former.organizationId)
  await verify(owner.organizationId)
  serve = { status: 200, body: former.value }
  address.resolve(['127.0.0.1'])
  await expect(slow).rejects.toThrow(/changed during the check/)
  expect(await isVerified(owner.organizationId)).toBe(true)
})

test('of proofs at the same moment one counts in the end', async () => {
  const claims = await Promise.all([claim(), claim(), claim(), claim()])
  publish(...claims.map(({ value }) => value))
  await Promise.all(claims.map(({ organizationId }) => verify(organizationId)))
  const verified = await Promise.all(claims.map(({ organizationId }) => isVerified(organizationId)))
  expect(verified.filter(Boolean)).toHaveLength(1)
})

test('the operator overrides, and says which one is meant where several claim it', async () => {
  const { db } = database
  const [first, second] = [await claim(), await claim()]
  await expect(overrideProof(db, operatorScope, { name }, operator)).rejects.toThrow(
    /Name one of them with --organization/,
  )
  await expect(removeDomain(db, operatorScope, name, operator)).rejects.toThrow(/Name one of them with --organization/)
  await overrideProof(db, { organizationId: second.organizationId }, { name }, operator)
  expect(await isVerified(second.organizationId)).toBe(true)
  await removeDomain(db, { organizationId: first.organizationId }, name, operator)
  expect(await listDomains(db, first.organizationId)).toEqual([])
  expect(await listDomains(db, second.organizationId)).toHaveLength(1)
})

test('an organization asks other hosts sixty times an hour, and no more', async () => {
  const { organizationId } = await claim()
  await expect(verify(organizationId)).rejects.toThrow(/not verified/)
  await database.pool.query('update quota set used = 60')
  await expect(verify(organizationId)).rejects.toMatchObject({ code: 'quota_exceeded' })
  expect(asked).toHaveLength(1)
})
