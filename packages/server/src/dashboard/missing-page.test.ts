import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDashboard, type TestDashboard } from '../../testing/dashboard/start-test-dashboard.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startTestDashboard({ publicUrl: 'https://docs.example.com/bindery' })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a page that nobody has is a page that says so, signed in or not', async () => {
  const { status, headers, text } = await (await dashboard.openBrowser()).get('/nowhere')
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(text).toMatch(/Page not found.*Go to the dashboard/s)
})

test('what people type for the sign-in leads there, and an icon is found where browsers look for it', async () => {
  const browser = await dashboard.openBrowser()
  for (const path of ['/signin', '/login']) {
    expect((await browser.request(path)).headers.get('location')).toBe('/bindery/sign-in')
  }
  const icon = (await browser.request('/favicon.ico')).headers.get('location') ?? ''
  expect(icon).toMatch(/^\/bindery\/dashboard\/assets\/[0-9a-f]{12}-icon\.svg$/)
  const answer = await browser.request(icon.replace('/bindery', ''))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
})
