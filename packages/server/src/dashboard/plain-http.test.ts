import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDashboard, type TestDashboard } from '../../testing/dashboard/start-test-dashboard.ts'
import type { ApiContext } from '../http/client-address.ts'
import { readPlainHost } from './plain-http.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startTestDashboard({ publicUrl: 'http://10.1.2.3:8080' })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

function read(headers: Record<string, string>, publicUrl = 'http://10.1.2.3:8080') {
  const req = { header: (name: string) => headers[name] }
  return readPlainHost({ req } as unknown as ApiContext, publicUrl)
}

test('a cookie is kept on this machine and over https, and nowhere else', () => {
  for (const host of ['localhost:8080', '127.0.0.1', 'git.localhost:1', '[::1]:8080'])
    expect(read({ host })).toBeUndefined()
  for (const host of ['10.1.2.3:8080', 'docs.example.com', 'localhost.example.com']) expect(read({ host })).toBe(host)
  expect(read({ host: 'docs.example.com', 'x-forwarded-proto': 'https' })).toBeUndefined()
  expect(read({ host: 'docs.example.com' }, 'https://docs.example.com')).toBeUndefined()
  expect(read({ host: '10.1.2.3:8080' }, 'https://docs.example.com')).toBe('10.1.2.3:8080')
})

/** As a browser at this address asks, which `fetch` would not. */
async function ask(method: string, path: string, host: string): Promise<{ status: number | undefined; text: string }> {
  const asked = request(new URL(path, dashboard.url), { method, headers: { host } }).end(
    method === 'POST' ? 'csrf=x' : undefined,
  )
  const [answer] = await once(asked, 'response')
  return { status: answer.statusCode, text: await text(answer) }
}

test('over plain http away from this machine, pages and refused forms say that https is needed, and how', async () => {
  const pages = [await ask('GET', '/setup', '10.1.2.3:8080'), await ask('POST', '/setup', '10.1.2.3:8080')]
  expect(pages.map(({ status }) => status)).toEqual([200, 403])
  for (const page of pages) {
    expect(page.text).toMatch(/cannot sign in here over plain http.*BINDERY_PUBLIC_URL.*ssh -L 8080:localhost:8080/s)
  }
  expect((await ask('GET', '/setup', 'localhost:8080')).text).not.toContain('plain http')
})
