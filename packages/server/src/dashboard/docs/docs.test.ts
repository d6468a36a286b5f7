import { existsSync, statSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'

const publicUrl = 'https://docs.example.org/bindery'
let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startTestDashboard({ publicUrl })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, dashboard.url), { redirect: 'manual', headers })

test('the build has rendered the documentation, for every user of the machine', () => {
  const site = new URL('../../../docs/dist/site/', import.meta.url)
  expect(existsSync(new URL('index.html', site)), 'run: npm run build').toBe(true)
  // Who builds an image is not who runs it.
  expect(statSync(site).mode & 0o777).toBe(0o755)
})

test.each([
  ['/docs/', 'text/html; charset=utf-8', '<title>'],
  ['/docs/self-host/dashboard', 'text/html; charset=utf-8', 'The dashboard'],
  ['/docs/reference/api', 'text/html; charset=utf-8', '/v1/static-export/jobs'],
  ['/docs/reference/api.md', 'text/markdown; charset=utf-8', '# API'],
  ['/docs/api-reference/static-exports/start-static-export-job', 'text/html; charset=utf-8', 'Start static export job'],
])('%s is served to whoever asks', async (path, type, part) => {
  const response = await get(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
  expect(await response.text()).toContain(part)
})

test('every example has the address of this installation, and none that of the example', async () => {
  const operation = await (await get('/docs/api-reference/static-exports/start-static-export-job')).text()
  expect(operation).toContain(`${publicUrl}/v1/static-export/jobs`)
  expect(operation).toContain(`href="${publicUrl}/dashboard"`)
  const pages = ['/docs/', '/docs/reference/api', '/docs/reference/api.md', '/docs/cli', '/docs/publish/pipeline']
  for (const path of pages) expect(await (await get(path)).text(), path).not.toContain('bindery.example.com')
  expect(operation).not.toContain('bindery.example.com')
})

test('what is not there is a page that says so, and nothing outside of the folder is there', async () => {
  for (const path of [
    '/docs/none',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%2e%2e/stamp',
    '/docs/contributing/first-hour',
  ]) {
    const response = await get(path)
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      404,
      'text/html; charset=utf-8',
    ])
  }
  expect((await get('/docs/%ff')).status).toBe(404)
  expect((await get('/docs/_bindery/report.json')).status).toBe(404)
})

test.each([
  ['/docs', '/bindery/docs/'],
  ['/docs/self-host/dashboard.html?a=1', '/bindery/docs/self-host/dashboard?a=1'],
  ['/docs/guides/dashboard', '/bindery/docs/self-host/dashboard'],
])('%s leads to %s', async (path, location) => {
  const response = await get(path)
  expect([response.status, response.headers.get('location')]).toEqual([301, location])
})

test('no page of it can be framed, send a form or run a script that is not its own', async () => {
  const response = await get('/docs/')
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("form-action 'none'")
  expect(response.headers.get('set-cookie')).toBeNull()
  const own = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(await response.text())?.[1]
  expect(own).toMatch(/default-src 'none'; script-src 'self'(?: 'sha256-[\w+/=]+')*;/)
})

test('a page brings its pictures and its search along', async () => {
  const page = await (await get('/docs/self-host/dashboard')).text()
  const [picture = ''] = /_bindery\/assets\/[\w-]+\.png/.exec(page) ?? []
  expect((await get(`/docs/${picture}`)).headers.get('content-type')).toBe('image/png')
  const [search = ''] = /_bindery\/search-[0-9a-f]{12}\.js/.exec(page) ?? []
  expect((await get(`/docs/${search}`)).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

test('what a browser has is not sent again, and what is named by its content is kept', async () => {
  const response = await get('/docs/')
  const etag = response.headers.get('etag') ?? ''
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect((await get('/docs/', { 'if-none-match': etag })).status).toBe(304)
  const [sheet = ''] = /_bindery\/site-[0-9a-f]{12}\.css/.exec(await response.text()) ?? []
  expect((await get(`/docs/${sheet}`)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('every page of the dashboard leads to it', async () => {
  const { db } = dashboard.database
  const organization = await plantOrganization(db)
  const person = await plantPerson(db, { memberships: { [organization]: 'admin' } })
  const browser = await dashboard.openBrowser(person.id)
  const { text } = await browser.get(`/dashboard/${organization}/projects`)
  expect(text).toContain('href="/bindery/docs/"')
})
