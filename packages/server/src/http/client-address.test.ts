import { expect, test } from 'vitest'
import { type ApiContext, createAddressReader } from './client-address.ts'

function readFrom(peer: string, forwarded: string | undefined, proxies: string[]) {
  const c = { env: { incoming: { socket: { remoteAddress: peer } } }, req: { header: () => forwarded } }
  return createAddressReader(proxies)(c as unknown as ApiContext)
}

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
