import { expect, test } from 'vitest'
import { isForbiddenAddress } from './is-forbidden-address.ts'

const forbidden = `
  0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.8.8.8 168.63.129.16 169.254.169.254 172.16.0.1
  172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:7f00:1 64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1 100::1
  2001::1 2001:0:7f00:1:: 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:808:808:: 3fff::1 5f00::1
  fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 4000::1 e000::1
  127.1 2130706433 0x7f000001 0177.0.0.1 8.8.8 localhost [::1] 999.1.1.1 1.2.3.4.5 1.2.3.4/8
`

test.each(forbidden.trim().split(/\s+/))('%s is forbidden', (address) => {
  expect(isForbiddenAddress(address)).toBe(true)
})

test('nothing at all is forbidden', () => {
  expect(isForbiddenAddress('')).toBe(true)
})

test.each([
  '8.8.8.8',
  '140.82.121.4',
  '172.15.255.255',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '2620:0:1::1',
])('%s of the public internet is allowed', (address) => {
  expect(isForbiddenAddress(address)).toBe(false)
})
