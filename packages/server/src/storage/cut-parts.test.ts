import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutParts, type Part } from './cut-parts.ts'
import type { StoredBytes } from './object-store.ts'

const mebibyte = 1024 ** 2
// Views of it: no run of the test copies more than it must.
const source = Buffer.alloc(24 * mebibyte)
for (let at = 0; at < source.length; at += 4) source.writeUInt32LE(at, at)

const cut = (pieces: (Uint8Array | StoredBytes)[]): Promise<Part[]> =>
  Array.fromAsync(
    cutParts(
      (async function* () {
        yield* pieces
      })(),
    ),
  )

const sizesOf = (parts: Part[]) => parts.map(({ bytes, stored }) => [bytes.length / mebibyte, stored?.offset])

test('a body is cut into parts of 8 MiB and a last one', async () => {
  expect(sizesOf(await cut([source.subarray(0, 17 * mebibyte)]))).toEqual([
    [8, undefined],
    [8, undefined],
    [1, undefined],
  ])
  expect(await cut([])).toEqual([])
})

test('stored bytes are a part of their own, and lend the part before what it needs', async () => {
  const stored = { bytes: source.subarray(0, 8 * mebibyte), key: 'a', offset: 100 }
  expect(sizesOf(await cut([stored, stored]))).toEqual([
    [8, 100],
    [8, 100],
  ])
  expect(sizesOf(await cut([source.subarray(0, 6 * mebibyte), stored, source.subarray(0, mebibyte)]))).toEqual([
    [6, undefined],
    [8, 100],
    [1, undefined],
  ])
  expect(sizesOf(await cut([source.subarray(0, 3 * mebibyte), stored]))).toEqual([
    [5, undefined],
    [6, 100 + 2 * mebibyte],
  ])
  // What would be left of them is too short.
  expect(sizesOf(await cut([source.subarray(0, mebibyte), stored]))).toEqual([
    [8, undefined],
    [1, undefined],
  ])
})

test('parts are the body, each but the last long enough, and stored ones where they are said to lie', async () => {
  const piece = fc.record({
    size: fc.integer({ min: 0, max: 12 * mebibyte }),
    isStored: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 5 }), async (pieces) => {
      let end = 0
      const body = pieces.map(({ size, isStored }) => {
        const offset = end % (12 * mebibyte)
        end += size
        const bytes = source.subarray(offset, offset + size)
        return isStored ? { bytes, key: 'source', offset } : bytes
      })
      const parts = await cut(body)
      const whole = Buffer.concat(body.map((one) => ('bytes' in one ? one.bytes : one)))
      expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(whole)).toBe(true)
      for (const { bytes } of parts.slice(0, -1)) expect(bytes.length).toBeGreaterThanOrEqual(5 * mebibyte)
      for (const { bytes, stored } of parts) {
        if (!stored) continue
        const there = source.subarray(stored.offset, stored.offset + bytes.length)
        expect(there.equals(bytes)).toBe(true)
      }
    }),
    { numRuns: 30 },
  )
})
