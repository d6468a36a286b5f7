import { expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../testing/core/people/plant-person.ts'
import type { Browser } from '../../testing/dashboard/browser.ts'
import { startTestDashboard } from '../../testing/dashboard/start-test-dashboard.ts'
import { assetPath } from './assets.ts'
import { VisitLimiter } from './visit-limiter.ts'

const address = '198.51.100.1'

test('an address has its number of requests in a minute, and a new minute begins afresh', () => {
  let now = 120_000
  const limiter = new VisitLimiter({ sessionRequestsPerMinute: 9, addressRequestsPerMinute: 2 }, () => now)
  limiter.count(undefined, address)
  limiter.count('made up', address)
  expect(() => limiter.count('made up, too', address)).toThrow(/^There were too many requests from your address/)
  expect(() => limiter.count(undefined, address)).toThrow('Wait 60 seconds')
  limiter.count(undefined, '198.51.100.2')
  now += 60_000
  limiter.count(undefined, address)
})

test('a session that is known counts for itself, whatever others do at its address', () => {
  const limiter = new VisitLimiter({ sessionRequestsPerMinute: 3, addressRequestsPerMinute: 2 }, () => 0)
  limiter.count('ada', address)
  limiter.recognize('ada')
  limiter.count(undefined, address)
  expect(() => limiter.count(undefined, address)).toThrow(/your address/)
  limiter.count('ada', address)
  limiter.count('ada', address)
  expect(() => limiter.count('ada', address)).toThrow(/^You have asked for more pages/)
  expect(() => limiter.count('ada', '198.51.100.2')).toThrow(/^You have asked for more pages/)
})

test('whoever asks too often sees a page that says so and when to come back, and others see theirs', async () => {
  const visitLimits = { sessionRequestsPerMinute: 20, addressRequestsPerMinute: 10 }
  await using dashboard = await startTestDashboard({ visitLimits })
  const { db } = dashboard.database
  await plantOrganization(db)
  const [ada, eve] = [await plantPerson(db), await plantPerson(db)]
  const [hers, theirs] = [await dashboard.openBrowser(ada.id), await dashboard.openBrowser(eve.id)]
  for (const browser of [hers, theirs]) expect((await browser.request('/account')).status).toBe(200)
  const flood = await dashboard.openBrowser()
  const refused = await askUntilRefused(flood, '/sign-in')
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await refused.text()
  expect(page).toContain('There were too many requests from your address within a minute.')
  expect(page).toMatch(/Wait \d+ seconds, then reload this page\./)
  // A form is refused before it is read; what belongs to the page itself is not.
  await askUntilRefused(flood, '/sign-in', { method: 'POST', body: 'csrf=x' })
  expect((await flood.request(assetPath('dashboard.css'))).status).toBe(200)
  expect(await (await askUntilRefused(hers, '/account')).text()).toContain('You have asked for more pages')
  expect((await theirs.request('/account')).status).toBe(200)
})

/** A new minute may begin meanwhile, and with it the count. */
async function askUntilRefused(browser: Browser, path: string, init?: RequestInit): Promise<Response> {
  for (let i = 0; i < 100; i++) {
    const response = await browser.request(path, init)
    if (response.status === 429) return response
  }
  throw new Error(`A hundred requests for ${path} were all answered.`)
}
