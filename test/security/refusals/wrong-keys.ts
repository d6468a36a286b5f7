import type { OutgoingHttpHeaders } from 'node:http'
import type { Demo } from '../../support/demo.ts'
import { inventKey } from '../invent-key.ts'

export interface WrongKey {
  what: string
  code: 'missing_key' | 'invalid_key' | 'revoked_key' | 'expired_key'
  headers?: OutgoingHttpHeaders
  query?: string
}

/** Ways to come without a key that counts. Most hold a good one, in a form or a place that must not open anything. */
export function listWrongKeys({ apiKey: good, revokedKey, expiredKey }: Demo): WrongKey[] {
  const unread = (what: string, headers: OutgoingHttpHeaders, query = ''): WrongKey => ({
    what,
    code: 'missing_key',
    headers,
    query,
  })
  const written = (what: string, authorization: string): WrongKey => unread(what, { authorization })
  // Node's types know but one; the wire takes as many as one sends.
  const twice = (what: string, first: string, second: string): WrongKey =>
    unread(what, { Authorization: [`Bearer ${first}`, `Bearer ${second}`] })
  const unknown = (what: string, key: string): WrongKey => ({ ...written(what, `Bearer ${key}`), code: 'invalid_key' })
  const basic = Buffer.from(`${good}:`).toString('base64')
  return [
    unread('no key', {}),
    unread('the key in the query', {}, `?key=${good}&access_token=${good}&authorization=Bearer%20${good}`),
    unread('the key in a cookie', { cookie: `authorization=Bearer ${good}; key=${good}` }),
    unread('the key in other headers', { 'x-api-key': good, 'proxy-authorization': `Bearer ${good}` }),
    written('an empty header', ''),
    written('no scheme', good),
    written('a scheme alone', 'Bearer'),
    written('Basic', `Basic ${basic}`),
    written('another scheme', `Token ${good}`),
    written('no space after the scheme', `Bearer${good}`),
    written('a tab after the scheme', `Bearer\t${good}`),
    written('a space within the key', `Bearer ${good.slice(0, 10)} ${good.slice(10)}`),
    written('a hard space before the key', `Bearer \u00a0${good}`),
    written('two keys in one header', `Bearer ${good} ${good}`),
    twice('two headers, the good one first', good, 'nonsense'),
    twice('two headers, the good one last', 'nonsense', good),
    twice('the good header twice', good, good),
    unknown('a word', 'nonsense'),
    unknown('lower case', good.toLowerCase()),
    unknown('upper case', good.toUpperCase()),
    unknown('quotes around the key', `"${good}"`),
    unknown('a comma after the key', `${good},`),
    unknown('a letter outside ASCII', `${good.slice(0, -1)}\u00e9`),
    unknown('a letter in UTF-8', Buffer.from(`${good.slice(0, -1)}\uff11`).toString('latin1')),
    unknown('one character less', good.slice(0, -1)),
    unknown('one character more', `${good}0`),
    unknown('four thousand characters', `bnd_${'0'.repeat(4_000)}`),
    unknown('a wrong checksum', flipLast(good)),
    unknown('a key that nobody made', inventKey()),
    unknown('SQL', `bnd_'or'1'='1`),
    { ...unknown('a revoked key', revokedKey), code: 'revoked_key' },
    { ...unknown('an expired key', expiredKey), code: 'expired_key' },
  ]
}

function flipLast(key: string): string {
  return `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
}
