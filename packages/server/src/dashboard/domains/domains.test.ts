import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endRunning, plantRunning } from '../../../testing/core/exports/plant-publications.ts'
import { plantPerson } from '../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../testing/dashboard/browser.ts'
import { plantSite, type Site } from '../../../testing/dashboard/plant-site.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import type { Role } from '../../db/tables.ts'

let dashboard: TestDashboard
let site: Site
let writer: Browser
let home: string
beforeAll(async () => {
  dashboard = await startTestDashboard()
})
beforeEach(async () => {
  site = await plantSite(dashboard.database.db)
  writer = await open('writer')
  home = `/dashboard/${site.organizationId}/domains/${site.domain}`
})
afterAll(() => dashboard[Symbol.asyncDispose]())

async function open(role: Role): Promise<Browser> {
  const person = await plantPerson(dashboard.database.db, { memberships: { [site.organizationId]: role } })
  return dashboard.openBrowser(person.id)
}

const complete = async (wanted?: Parameters<typeof plantRunning>[2]) =>
  endRunning(dashboard.database.db, await plantRunning(dashboard.database.pool, site, wanted))
const send = (action: string, fields: Record<string, string> = {}) =>
  writer.submit(home, `${home}/${action}`, { form: crypto.randomUUID(), ...fields })
const currentOf = (text: string) => /<dt>Current export<\/dt><dd><a[^>]*>v-(se_\w+)</.exec(text)?.[1]

test('the project leads to its domain, which says that nothing is published yet', async () => {
  const { text } = await writer.get(`/dashboard/${site.organizationId}/projects/${site.projectId}`)
  expect(text).toContain(`href="${home}"`)
  expect((await writer.get(home)).text).toContain('Nothing is published yet')
})

test('what is current, what can be published and what was, and the buttons lead forth and back', async () => {
  const first = await complete({ startedAt: -3 })
  const second = await complete({ startedAt: -2 })
  const preview = await complete({ startedAt: -1, ref: 'next', paths: ['index'] })
  const before = await writer.get(home)
  expect(currentOf(before.text)).toBe(second)
  expect(before.text.match(/>(?:Publish|Roll back to this)</g)).toEqual(['>Publish<', '>Roll back to this<'])
  expect(before.text).toContain('some pages')
  const forth = await send('publish', { jobId: preview })
  expect([forth.path, currentOf(forth.text)]).toEqual([home, preview])
  const back = await send('rollback', { jobId: first })
  expect(currentOf(back.text)).toBe(first)
  expect(back.text).toContain('The next export replaces it, unless you pin it.')
  expect(back.text).toMatch(/Rolled back<.*Published<.*Export completed<.*Export completed</s)
})

test('an export with the content that is live offers no roll back, and a form for it is refused', async () => {
  const good = await complete({ startedAt: -4, content: 'good' })
  const first = await complete({ startedAt: -3, content: 'bad' })
  await complete({ startedAt: -2, content: 'bad' })
  const { text } = await writer.get(home)
  expect(text.match(/>(?:Publish|Roll back to this|same content as live|live before)</g)).toEqual([
    '>same content as live<',
    '>live before<',
    '>Roll back to this<',
  ])
  const refused = await send('rollback', { jobId: first })
  expect(refused).toMatchObject({ status: 409, text: /nothing would change/ })
  const back = await send('rollback', { jobId: good })
  expect(currentOf(back.text)).toBe(good)
  expect(back.text).toContain('ccccccc → ccccccc')
})

test('a pin is shown with its reason, takes the buttons away, and is taken off again', async () => {
  await complete({ startedAt: -2 })
  await complete({ startedAt: -1 })
  const pinned = await send('pin', { reason: 'the <launch>' })
  expect(pinned.text).toMatch(/pinned<\/span>.*the &lt;launch&gt;/s)
  expect(pinned.text).not.toContain('Roll back to this')
  expect((await writer.get(`/dashboard/${site.organizationId}/projects/${site.projectId}`)).text).toContain('>pinned<')
  expect((await send('unpin')).text).toContain('Roll back to this')
})

test('a refusal stands on the page: pinned, running or no export of this domain', async () => {
  const first = await complete({ startedAt: -2 })
  await complete({ startedAt: -1 })
  const running = await plantRunning(dashboard.database.pool, site)
  expect(await send('publish', { jobId: running })).toMatchObject({ status: 409, text: /has not completed yet/ })
  expect(await send('publish', { jobId: 'se_1' })).toMatchObject({ status: 422 })
  await send('pin', { reason: 'the launch' })
  expect(await send('rollback', { jobId: first })).toMatchObject({ status: 409, text: /is pinned .*the launch/ })
})

test('a viewer looks and changes nothing', async () => {
  const first = await complete({ startedAt: -2 })
  await complete({ startedAt: -1 })
  const viewer = await open('viewer')
  const { text } = await viewer.get(home)
  expect(text).not.toMatch(/Roll back to this|>Publish<|Pin docs/)
  const account = await viewer.get('/account')
  const csrf = /name="csrf" value="([^"]+)"/.exec(account.text)?.[1] ?? ''
  expect((await viewer.post(`${home}/rollback`, { csrf, jobId: first })).status).toBe(403)
})
