import { beforeEach, expect, test } from 'vitest'
import { type ApiContext, createAddressReader } from './client-address.ts'
import { createProxyNotices } from './notice-proxies.ts'

function readFrom(peer: string, forwarded: string | undefined, proxies: string[], notices = createProxyNotices(log)) {
  const incoming = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } }
  const c = { env: { incoming }, req: { header: () => forwarded } }
  return createAddressReader(proxies, notices)(c as unknown as ApiContext)
}

const logged: { address: string; setting: string }[] = []
const log = { warn: (facts: (typeof logged)[number]) => void logged.push(facts) }
beforeEach(() => logged.splice(0))

test('without trusted proxies X-Forwarded-For is ignored', () => {
  expect(readFrom('198.51.100.1', '203.0.113.7', [])).toBe('198.51.100.1')
})

test('from a stranger X-Forwarded-For is ignored', () => {
  expect(readFrom('198.51.100.1', '203.0.113.7', ['10.0.0.0/8'])).toBe('198.51.100.1')
})

test('behind a trusted proxy the address it saw counts, not what the client claims before it', () => {
  expect(readFrom('10.0.0.1', '203.0.113.7, 198.51.100.9', ['10.0.0.0/8'])).toBe('198.51.100.9')
  expect(readFrom('::ffff:10.0.0.1', '203.0.113.7, 198.51.100.9, 10.0.0.2', ['10.0.0.0/8'])).toBe('198.51.100.9')
})

test('a proxy that names nobody, or nonsense, is the caller itself', () => {
  expect(readFrom('10.0.0.1', undefined, ['10.0.0.0/8'])).toBe('10.0.0.1')
  expect(readFrom('10.0.0.1', 'unknown', ['10.0.0.0/8'])).toBe('10.0.0.1')
})

test('a proxy that is not declared is reported once, with what to set, and counted', () => {
  const notices = createProxyNotices(log)
  for (let i = 0; i < 3; i++) readFrom('10.0.0.5', `203.0.113.${i}`, ['10.1.0.0/16'], notices)
  expect(logged).toEqual([{ address: '10.0.0.5', setting: 'BINDERY_TRUSTED_PROXIES=10.0.0.5/32' }])
  expect(notices.list()).toMatchObject([{ address: '10.0.0.5', network: '10.0.0.5/32', requests: 3 }])
})

test('clients who invent the header hide no proxy of the operator’s and do not fill the log', () => {
  const notices = createProxyNotices(log)
  for (let i = 1; i < 100; i++) readFrom(`8.8.4.${i}`, '203.0.113.7', [], notices)
  for (const peer of ['fd00::5', 'fd00::6']) readFrom(peer, '203.0.113.7', [], notices)
  expect(logged.map(({ address }) => address)).toEqual(['8.8.4.1', 'fd00::5'])
  expect(notices.list().map(({ network }) => network)).toEqual(['8.8.4.99/32', 'fd00::6/128'])
})

test('nothing is reported of a trusted proxy, nor of clients without the header', () => {
  const notices = createProxyNotices(log)
  readFrom('10.0.0.1', '203.0.113.7', ['10.0.0.0/8'], notices)
  readFrom('198.51.100.1', undefined, ['10.0.0.0/8'], notices)
  expect([logged, notices.list()]).toEqual([[], []])
})
