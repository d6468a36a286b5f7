import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assets, cookieOf, files, openProtected, protectedSites, secretWord } from '../testing/open-protected.ts'
import { ask } from '../testing/serve-files.ts'
import { createSeal } from './sign-in/create-seal.ts'

const { staff, members, open } = protectedSites
let world: Awaited<ReturnType<typeof openProtected>>
beforeAll(async () => {
  world = await openProtected()
})
afterAll(() => world[Symbol.asyncDispose]())

test('a reader who opens a page is led to the provider, and back to the page', async () => {
  const led = await world.get(staff, '/guide?a=b', { accept: 'text/html' })
  expect(led.status).toBe(302)
  expect(led.headers.location).toMatch(new RegExp(`^${world.provider.issuer}/auth\\?.*code_challenge=`))
  const back = await world.signInAs(staff, 'ada', '/guide?a=b')
  expect([back.status, back.headers.location]).toEqual([303, '/guide?a=b'])
  const [session = ''] = back.headers['set-cookie'] ?? []
  expect(session).toMatch(/^__Host-bindery-reader=[\w-]+; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const page = await world.get(staff, '/guide', { cookie: back.cookie })
  expect([page.status, page.body.toString().includes(secretWord)]).toEqual([200, true])
})

test('what a stranger’s script or link asks for is refused and not led away', async () => {
  for (const path of [...files, ...assets]) {
    const answer = await world.get(staff, `/${path}`)
    expect([path, answer.status, answer.body.toString()]).toEqual([path, 401, 'Sign in to read this site.\n'])
    expect(answer.headers['cache-control']).toBe('private, no-store')
  }
})

test('search, Markdown, llms.txt and assets come with the session, for nobody else to keep', async () => {
  const { cookie } = await world.signInAs(staff, 'ada')
  for (const path of [...files, ...assets, 'missing']) {
    // A page has its address without the extension.
    const { headers, body } = await world.get(staff, `/${path.replace(/(?<!index)\.html$/, '')}`, { cookie })
    expect(body.toString()).toContain(secretWord)
    expect(headers['cache-control']).toMatch(/^private, (?:no-cache|max-age=31536000, immutable)$/)
    expect(headers.vary).toContain('Cookie')
  }
})

test('who is in none of the groups of a site is told so; without groups whoever signs in may read', async () => {
  const refused = await world.signInAs(staff, 'bob')
  expect([refused.status, refused.body.toString()]).toEqual([403, expect.stringContaining('may not read this site')])
  expect(refused.cookie).not.toMatch(/__Host-bindery-reader=[\w-]/)
  const { cookie } = await world.signInAs(members, 'bob')
  expect((await world.get(members, '/', { cookie })).status).toBe(200)
})

test('a site that is not protected needs no session, and everybody may keep it', async () => {
  const { status, headers } = await world.get(open, '/')
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
})

test('a session is of one site, and of one secret', async () => {
  const { cookie } = await world.signInAs(members, 'ada')
  expect((await world.get(members, '/', { cookie })).status).toBe(200)
  expect((await world.get(staff, '/', { cookie })).status).toBe(401)
  const about = `session ${world.provider.issuer} ${world.provider.clientId} ${staff}`
  const forged = (secret: string, topic = about, expiresAt = Date.now() + 60_000) =>
    `__Host-bindery-reader=${createSeal(secret).seal({ expiresAt, groups: ['staff'] }, topic)}`
  expect((await world.get(staff, '/', { cookie: forged('a'.repeat(43)) })).status).toBe(200)
  expect((await world.get(staff, '/', { cookie: forged('b'.repeat(43)) })).status).toBe(401)
  expect((await world.get(staff, '/', { cookie: forged('a'.repeat(43), about, Date.now() - 1) })).status).toBe(401)
  expect((await world.get(staff, '/', { cookie: forged('a'.repeat(43), 'pending') })).status).toBe(401)
})

test('an answer of the provider counts with the cookie of the reader who asked, and for his sign-in alone', async () => {
  const answer = '/_bindery/sign-in/callback?code=x&state=y'
  expect((await world.get(staff, answer)).status).toBe(400)
  const led = await world.get(staff, '/', { accept: 'text/html' })
  const other = await world.get(staff, answer, { cookie: cookieOf(led) })
  expect(other.status).toBe(400)
  expect(other.headers['set-cookie']).toEqual([expect.stringContaining('pending=; Max-Age=0')])
})

test.each(['//evil.example.com/', '/\\evil.example.com', 'http://evil.example.com/'])(
  'nobody is led to %s after the sign-in',
  async (path) => {
    expect((await world.get(staff, path, { accept: 'text/html' })).status).toBe(401)
  },
)

test('a reader with an address that no cookie could hold signs in all the same', async () => {
  const back = await world.signInAs(staff, 'ada', `/guide?${'a'.repeat(8_000)}`)
  expect([back.status, back.headers.location]).toEqual([303, '/'])
  const led = await world.get(staff, `/guide?${'a'.repeat(8_000)}`, { accept: 'text/html' })
  expect(cookieOf(led).length).toBeLessThan(4_000)
})

test('the button of the sign-out page ends the session; a link or another site cannot', async () => {
  const path = '/_bindery/sign-out'
  const page = await world.get(staff, path)
  expect([page.status, page.headers['set-cookie'], page.body.toString()]).toEqual([
    200,
    undefined,
    expect.stringContaining('<form method="post"><button>Sign out</button></form>'),
  ])
  const post = (headers: Record<string, string>) =>
    ask(world.host.url, path, { method: 'POST', headers: { host: staff, ...headers } })
  const others = [
    { 'sec-fetch-site': 'cross-site', origin: `https://${staff}` },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example.com' },
    { origin: 'null' },
    {},
  ]
  for (const headers of others) {
    const refused = await post(headers)
    expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined])
  }
  for (const headers of [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, { origin: `https://${staff}` }]) {
    const ended = await post(headers)
    expect(ended.status).toBe(200)
    expect(ended.headers['set-cookie']).toEqual([expect.stringContaining('__Host-bindery-reader=; Max-Age=0')])
  }
})

test('a new secret ends every session', async () => {
  await using own = await openProtected()
  const { cookie } = await own.signInAs(staff, 'ada')
  expect((await own.get(staff, '/', { cookie })).status).toBe(200)
  await writeFile(join(own.folder, 'secret'), 'b'.repeat(43))
  await own.configure({ sessionMinutes: 60 })
  await own.host.heard(/configuration has changed/)
  expect((await own.get(staff, '/', { cookie })).status).toBe(401)
})

test('groups that are taken from a site count at once, and a new configuration needs no restart', async () => {
  await using own = await openProtected()
  const { cookie } = await own.signInAs(staff, 'ada')
  expect((await own.get(staff, '/', { cookie })).status).toBe(200)
  await own.configure({ domains: { [staff]: ['editors'] } })
  await own.host.heard(/configuration has changed/)
  expect((await own.get(staff, '/', { cookie })).status).toBe(403)
})

test('a proxy says who reads; from any other address, or twice, its headers say nothing', async () => {
  const proxy = {
    method: 'proxy',
    issuer: undefined,
    clientId: undefined,
    secretFile: undefined,
    clientSecretFile: undefined,
  }
  await using own = await openProtected({ ...proxy, proxies: ['127.0.0.1'] })
  const ada = { 'x-forwarded-user': 'ada', 'x-forwarded-groups': 'other, staff' }
  expect((await own.get(staff, '/', ada)).status).toBe(200)
  expect((await own.get(staff, '/', { ...ada, 'x-forwarded-groups': 'guests' })).status).toBe(403)
  expect((await own.get(staff, '/', { 'x-forwarded-groups': 'staff' })).status).toBe(401)
  expect((await own.get(staff, '/', { ...ada, 'x-forwarded-user': ['bob', 'ada'] })).status).toBe(401)
  expect((await own.get(staff, '/')).status).toBe(401)
  await own.configure({ ...proxy, proxies: ['203.0.113.0/24'] })
  await own.host.heard(/configuration has changed/)
  expect((await own.get(staff, '/', { ...ada, 'x-forwarded-for': '203.0.113.7' })).status).toBe(401)
})
