import { expect, test } from 'vitest'
import { measurePicture } from './measure-picture.ts'

const bytes = (base64: string) => Buffer.from(base64, 'base64')
const pad = (buffer: Buffer) => Buffer.concat([buffer, Buffer.alloc(40)])

test('a picture says how large it is', () => {
  const png = Buffer.alloc(40)
  bytes('iVBORw0KGgoAAAANSUhEUg==').copy(png)
  png.writeUInt32BE(1200, 16)
  png.writeUInt32BE(630, 20)
  expect(measurePicture(png)).toEqual({ width: 1200, height: 630 })
  expect(measurePicture(pad(Buffer.from('GIF89a\x40\x01\xf0\x00', 'latin1')))).toEqual({ width: 320, height: 240 })
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108021c03c003012200', 'hex')
  expect(measurePicture(jpeg)).toEqual({ width: 960, height: 540 })
  const webp = pad(Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\xff\x03\0\xff\x01\0', 'latin1'))
  expect(measurePicture(webp)).toEqual({ width: 1024, height: 512 })
  const svg = (attributes: string) =>
    measurePicture(Buffer.from(`<svg ${attributes} xmlns="http://www.w3.org/2000/svg">`))
  expect(svg('width="24" height="32px"')).toEqual({ width: 24, height: 32 })
  expect(svg('viewBox="0 0 48 24"')).toBeUndefined()
  expect(svg('width="100%" viewBox="0 0 48 24"')).toBeUndefined()
})

test('what is broken, turned by its camera or absurd has no size', () => {
  const huge = Buffer.alloc(40)
  bytes('iVBORw0KGgoAAAANSUhEUg==').copy(huge)
  huge.writeUInt32BE(4_000_000_000, 16)
  huge.writeUInt32BE(1, 20)
  const turned = pad(Buffer.from('ffd8ffe100084578696600000000', 'hex'))
  for (const broken of [
    huge,
    turned,
    Buffer.alloc(0),
    Buffer.from('GIF'),
    Buffer.alloc(100, 0xff),
    Buffer.from('ffd8'.repeat(30), 'hex'),
  ]) {
    expect(measurePicture(broken)).toBeUndefined()
  }
})
