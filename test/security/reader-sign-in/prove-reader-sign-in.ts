import type { OutgoingHttpHeaders } from 'node:http'
import { mapAtOnce } from '../../support/map-at-once.ts'
import { type Corpus, Tally } from '../corpus.ts'
import { domains, openSites, type ProtectedWorld, secret, secretWord } from './open-sites.ts'
import { listTricks } from './path-tricks.ts'
import { sealCookie } from './seal-cookie.ts'
import { type Answer, sendTo } from './send-to.ts'

/** Of a site with a sign-in nobody gets a byte without a session of that site: no file, no header that tells of one. */
export const readerSignIn: Corpus = {
  name: 'reader-sign-in',
  async run() {
    await using world = await openSites()
    const tally = new Tally()
    const { session, pending } = await proveSignIn(world, tally)
    await provePaths(world, tally)
    await proveCookies(world, { session, pending }, tally)
    await proveHeaders(world, tally)
    return tally
  },
}

const [docs, other] = domains

/** What a stranger may get: a line of text, or the way to the provider. */
function isRefusal({ status, headers, body }: Answer): boolean {
  const isBare = headers.etag === undefined && !body.includes(secretWord) && body.length < 200
  return [302, 400, 401, 403].includes(status) && isBare && headers['cache-control'] === 'private, no-store'
}

const say = (what: string, { status, body }: Answer) => `${what}: ${status} ${body.slice(0, 80)}`

/** The right reader gets in, so that the rest proves something; the wrong one does not. */
async function proveSignIn({ staff, signIn, paths }: ProtectedWorld, tally: Tally) {
  const { session, pending } = await signIn(staff, docs, 'ada')
  const texts = paths.filter((one) => /\.(?:html|md|txt)$/.test(one) && !one.includes('hosting'))
  const ask = async (path: string) => {
    const answer = await sendTo(staff.url, path, { headers: { cookie: session } })
    const { 'cache-control': rule = '' } = answer.headers
    tally.check(/^private/.test(rule), `${path} may be kept by others: ${rule}`)
    return answer
  }
  await mapAtOnce(texts, atOnce, async (path) => {
    const first = await ask(path)
    // `/guide.html` leads to `/guide`.
    const page = first.status === 301 ? await ask(first.headers.location ?? '') : first
    if (page.status !== 200) throw new Error(say(`${path} with a session`, page))
  })
  const bob = await signIn(staff, docs, 'bob')
  tally.check(bob.status === 403 && bob.session === '', say('a reader who is in none of the groups', bob))
  return { session, pending }
}

const attempts: Omit<Attempt, 'path'>[] = [
  {},
  { method: 'HEAD' },
  { headers: { range: 'bytes=0-99' } },
  { headers: { 'if-none-match': '*' } },
  { headers: { accept: 'text/html' } },
  ...['POST', 'PUT', 'OPTIONS', 'DELETE', 'PROPFIND'].map((method) => ({ method })),
]

async function provePaths({ staff, paths }: ProtectedWorld, tally: Tally): Promise<void> {
  const plain = paths.flatMap((path) => attempts.map((attempt) => ({ path, ...attempt })))
  await refuseAll(staff.url, plain, tally)
  const tricks = paths.flatMap(listTricks).map((path) => ({ path }))
  const mayBe = ({ path }: Attempt, { body }: Answer) =>
    /^\/_bindery\/sign-out(?:$|\?)/.test(path) && body.includes('<form method="post"><button>Sign out</button></form>')
  await refuseAll(staff.url, tricks, tally, mayBe)
}

interface Attempt {
  path: string
  method?: string
  headers?: OutgoingHttpHeaders
}

// One after the other they took two minutes of a busy machine.
const atOnce = 16

async function refuseAll(
  url: string,
  all: readonly Attempt[],
  tally: Tally,
  mayBe: (attempt: Attempt, answer: Answer) => boolean = () => false,
): Promise<void> {
  await mapAtOnce(all, atOnce, async (attempt) => {
    const { path, ...options } = attempt
    const answer = await sendTo(url, path, options)
    tally.check(mayBe(attempt, answer) || isRefusal(answer), say(`${path} ${JSON.stringify(options)}`, answer))
  })
}

async function proveCookies(
  { staff, other: otherHost, provider, signIn }: ProtectedWorld,
  { session, pending }: { session: string; pending: string },
  tally: Tally,
): Promise<void> {
  const name = '__Host-bindery-reader'
  const value = session.slice(name.length + 1)
  const about = `session ${provider.issuer} ${provider.clientId} ${docs}`
  const seal = (expiresAt: number, topic = about, key = secret) =>
    `${name}=${sealCookie(key, { expiresAt, groups: ['staff'] }, topic)}`
  const hourMs = 3_600_000
  const control = await sendTo(staff.url, '/', { headers: { cookie: seal(Date.now() + hourMs) } })
  if (control.status !== 200) throw new Error(say('a session that was made with the secret', control))
  const ofOther = (await signIn(otherHost, other, 'ada')).session
  const flipped = Array.from({ length: 24 }, (_, at) => {
    const bytes = Buffer.from(value, 'base64url')
    const place = Math.floor((at * bytes.length) / 24)
    bytes[place] = (bytes[place] ?? 0) ^ 1
    return `${name}=${bytes.toString('base64url')}`
  })
  const cookies: Record<string, string> = {
    empty: `${name}=`,
    nonsense: `${name}=nonsense`,
    'plain JSON': `${name}=${Buffer.from('{"expiresAt":9999999999999,"groups":["staff"]}').toString('base64url')}`,
    'cut off': `${name}=${value.slice(0, -4)}`,
    'the tag alone': `${name}=${value.slice(0, 37)}`,
    'two of them': `${session}; ${name}=nonsense`,
    'another name': session.replace('__Host-', ''),
    'the sign-in that is under way': pending,
    'the sign-in as a session': `${name}=${pending.slice(pending.indexOf('=') + 1)}`,
    'of the other site': ofOther,
    expired: seal(Date.now() - 1),
    'expired long ago': seal(0),
    'about nothing': seal(Date.now() + hourMs, ''),
    'about the other site': seal(Date.now() + hourMs, about.replace(docs, other)),
    'of another provider': seal(Date.now() + hourMs, about.replace(provider.issuer, 'https://evil.example.com')),
    'with another secret': seal(Date.now() + hourMs, about, 'another secret of more than thirty-two characters'),
    ...Object.fromEntries(flipped.map((cookie, at) => [`flipped ${at}`, cookie])),
  }
  for (const [what, cookie] of Object.entries(cookies)) {
    // Whatever name is asked for: the site is the same.
    for (const host of domains) {
      const answer = await sendTo(staff.url, '/guide', { headers: { cookie, host } })
      tally.check(isRefusal(answer), say(`a cookie ${what} at ${host}`, answer))
    }
  }
}

/** Nobody here comes from the address of the proxy, and a host with a sign-in of its own believes no header at all. */
async function proveHeaders({ staff, behindProxy, paths }: ProtectedWorld, tally: Tally): Promise<void> {
  const forged: OutgoingHttpHeaders[] = [
    { 'x-forwarded-user': 'ada', 'x-forwarded-groups': 'staff' },
    { 'x-forwarded-user': 'ada', 'x-forwarded-groups': 'staff', 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-user': 'ada', 'x-forwarded-groups': 'staff', 'x-real-ip': '203.0.113.7' },
    { 'x-forwarded-user': 'ada', 'x-forwarded-groups': 'staff', forwarded: 'for=203.0.113.7' },
    { 'x-forwarded-user': ['ada', 'ada'], 'x-forwarded-groups': ['staff', 'staff'] },
    { authorization: 'Bearer staff', 'remote-user': 'ada', 'x-remote-user': 'ada', 'x-auth-request-user': 'ada' },
  ]
  const all = paths.flatMap((path) => forged.map((headers) => ({ path, headers })))
  for (const host of [staff, behindProxy]) await refuseAll(host.url, all, tally)
}
