import { expect, test } from 'vitest'
import { isAddressAllowed, parseKeyAddresses } from './key-addresses.ts'

test('a list that would allow everybody is refused', () => {
  for (const entry of ['0.0.0.0/0', '::/0', '::ffff:0.0.0.0/96']) {
    expect(() => parseKeyAddresses([entry])).toThrow(/every address/)
  }
})

test.each(['', 'localhost', '10.0.0.0/33', '10.1', '10.0.0.1/', '1.2.3.4/-1'])('%j is no address', (entry) => {
  expect(() => parseKeyAddresses([entry])).toThrow(/is no address/)
})

test.each([
  ['203.0.113.7', ['203.0.113.7'], true],
  ['203.0.113.8', ['203.0.113.7'], false],
  ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.113.7', ['::ffff:203.0.113.7'], true],
  ['2001:db8::1', ['203.0.113.0/24', '2001:db8::/48'], true],
  ['2001:db9::1', ['2001:db8::/48'], false],
])('%s under %j: %s', (address, entries, allowed) => {
  expect(isAddressAllowed(address, parseKeyAddresses(entries))).toBe(allowed)
})

test('an unknown address is never allowed', () => {
  expect(isAddressAllowed(null, ['203.0.113.0/24'])).toBe(false)
})
