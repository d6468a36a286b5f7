import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi } from '../../testing/api/start-test-api.ts'
import { startTestDashboard } from '../../testing/dashboard/start-test-dashboard.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { assetPath } from '../dashboard/assets.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const year = 'max-age=31536000'
const here = ['127.0.0.0/8']
const overTls = { 'x-forwarded-proto': 'https' }

interface Told {
  publicUrl?: string
  trustedProxies?: string[]
  transportSecurity?: string | undefined
}

const cases: [how: string, options: Told, headers: Record<string, string>, told: string | null][] = [
  ['by a public address with https', { publicUrl: 'https://bindery.example.com' }, {}, year],
  ['by a trusted proxy that got it over TLS', { trustedProxies: here }, overTls, year],
  ['by the first of several proxies', { trustedProxies: here }, { 'x-forwarded-proto': 'https, http' }, year],
  ['but not without TLS', { trustedProxies: here }, {}, null],
  ['but not by a proxy that got it without TLS', { trustedProxies: here }, { 'x-forwarded-proto': 'http' }, null],
  ['but not by a proxy that nobody trusts', { trustedProxies: ['10.0.0.0/8'] }, overTls, null],
  [
    'but not where it is off',
    { publicUrl: 'https://bindery.example.com', transportSecurity: undefined },
    overTls,
    null,
  ],
]

test.each(cases)('the API tells clients to stay with TLS, %s', async (_, options, headers, told) => {
  await using api = await startTestApi({ database, ...options })
  for (const path of ['/healthz', '/openapi.json', '/nothing', '/v1/static-export/jobs']) {
    expect((await api.send(path, { headers })).headers.get('strict-transport-security')).toBe(told)
  }
})

test.each(cases)('the dashboard tells browsers to stay with TLS, %s', async (_, options, headers, told) => {
  await using dashboard = await startTestDashboard(options)
  const browser = await dashboard.openBrowser()
  for (const path of ['/', '/sign-in', '/dashboard', '/dashboard/%00', assetPath('dashboard.css')]) {
    const { headers: sent } = await browser.request(path, { headers })
    expect(sent.get('strict-transport-security')).toBe(told)
  }
})
