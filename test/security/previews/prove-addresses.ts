import { randomBytes } from 'node:crypto'
import type { Tally } from '../corpus.ts'
import type { Answer } from '../send-request.ts'
import type { PreviewWorld } from './preview-world.ts'

const TOKEN = /[0-9a-f]{56}/

/** Every address but the right ones, and every path but the site's own, is the same 404. */
export async function proveAddresses(target: PreviewWorld, tally: Tally): Promise<void> {
  const { world, attacker, victim, expired, victimJob, url, domain } = target
  const ask = (address: string, path = '') => askRaw(target, address, path)
  const [token = ''] = TOKEN.exec(victim) ?? []
  const reference = await ask(withToken(attacker, 'f'.repeat(56)))
  if ((await ask(victim)).status !== 200 || reference.status !== 404) throw new Error('No preview can be viewed.')

  const forged = [
    ...Array.from({ length: 200 }, () => randomBytes(28).toString('hex')),
    ...Array.from(token, (digit, at) => `${token.slice(0, at)}${digit === '0' ? '1' : '0'}${token.slice(at + 1)}`),
    // Another export, or another time, under the signature of a right one.
    (TOKEN.exec(attacker)?.[0].slice(0, 16) ?? '') + token.slice(16),
    `${token.slice(0, 16)}ffffffff${token.slice(24)}`,
    token.slice(0, 24),
    `${token}0`,
    'x',
    victimJob,
  ]
  for (const one of forged) expectSame(tally, reference, await ask(withToken(attacker, one)), `the token ${one}`)
  expectSame(tally, reference, await ask(expired), 'an address whose time was over')

  const nothing = await ask(victim, 'no/such/page')
  for (const path of tricks) {
    const answer = await ask(victim, path)
    const isMissing = answer.status === 404 && [nothing.text, reference.text].includes(answer.text)
    // Below a path one can climb out, as from any page of the API's address; there it refuses as ever.
    const isRefused = domain === undefined && [303, 401, 404].includes(answer.status) && !answer.text.includes('<html')
    tally.check(
      isMissing || isRefused,
      `${path.slice(0, 60)} of a preview (${domain ?? 'path'}) answered ${answer.status}`,
    )
  }

  const foreign = await world.send({
    url: `${url}/v1/static-export/jobs/${victimJob}/preview`,
    key: world.tenant.key,
  })
  tally.check(foreign.status === 404, `a tenant got the preview of another's export: ${foreign.status}`)
}

const tricks = [
  '../../v1/static-export/jobs',
  '%2e%2e/%2e%2e/dashboard',
  '..%2f..%2f..%2fetc%2fpasswd',
  '....//....//etc/passwd',
  '%00',
  'index.html%00.png',
  '%ff%fe',
  '..\\..\\etc\\passwd',
  '..%5c..%5cetc%5cpasswd',
  'manifest.json',
  'manifest.sig',
  '/etc/passwd',
  '//etc/passwd',
  '%252e%252e%252fetc%252fpasswd',
  '.git/config',
  '.contents',
  `${'a/'.repeat(4_000)}x`,
]

function withToken(address: string, token: string): string {
  return address.replace(TOKEN, token)
}

/** By the API's own port: a name below `localhost` is not every resolver's, and a path is sent as it is written. */
function askRaw({ world, url, domain }: PreviewWorld, address: string, path: string): Promise<Answer> {
  const { host, pathname } = new URL(address)
  const headers = { 'x-request-id': 'same', ...(domain !== undefined && { host }) }
  return world.send({ url: `${url}${pathname}${path}`, headers })
}

function expectSame(tally: Tally, reference: Answer, answer: Answer, what: string): void {
  const facts = ({ status, text, rawHeaders }: Answer) =>
    JSON.stringify([status, text, rawHeaders.filter((_, at) => !/^date$/i.test(rawHeaders[at - (at % 2)] ?? ''))])
  tally.check(facts(answer) === facts(reference), `${what} answered ${answer.status}, not as any other does`)
}
