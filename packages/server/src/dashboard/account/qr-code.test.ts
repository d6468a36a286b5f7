import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { totpUri } from '../../core/people/codes/totp.ts'
import { QrCode } from './qr-code.tsx'

/** The picture as a phone would see it, 4 pixels for each square. */
function draw(svg: string) {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const width = size * 4
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let at = 0; at < 16; at++) {
      const pixel = (Number(y) * 4 + Math.floor(at / 4)) * width + Number(x) * 4 + (at % 4)
      data.set([0, 0, 0], pixel * 4)
    }
  }
  return { width, height: width, data }
}

test.each(['ada@example.com', `${'long.name'.repeat(12)}@example.com`])(
  'a phone reads whose code it is: %s',
  (email) => {
    const uri = totpUri('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', email)
    const svg = String(QrCode({ text: uri, label: 'QR code' }))
    expect(decodeQR(draw(svg))).toBe(uri)
  },
)

test('the label is escaped, and nothing in the picture loads or runs anything', () => {
  const svg = String(QrCode({ text: 'x', label: '"><script>' }))
  expect(svg).not.toMatch(/<script|href|style=|url\(/)
})
