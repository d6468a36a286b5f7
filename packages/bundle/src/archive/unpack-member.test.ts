import { constants, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { member } from '../../testing/forge-archive.ts'
import { unpackMember } from './unpack-member.ts'

const MiB = 1024 * 1024

// Below 256 KiB of packed data a member is unpacked at once, above it aside: both have the limit.
test.each([128, 1024])('a member that unpacks to %s MiB is given up at the limit, in little memory', async (size) => {
  const before = process.resourceUsage().maxRSS
  const refusal = await unpackMember(bombOf(size), MiB).then(({ length }) => `${length} bytes`, codeOf)
  expect(refusal).toBe('file_too_large')
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(64)
})

test('a member that unpacks to exactly the limit is whole', async () => {
  const bytes = Buffer.alloc(MiB, 'x')
  expect((await unpackMember(member(bytes), MiB)).equals(bytes)).toBe(true)
  expect(await unpackMember(member(bytes), MiB - 1).catch(codeOf)).toBe('file_too_large')
})

/** So many MiB of zeros, about 1 KiB for each, without ever holding them. */
function bombOf(size: number): Buffer {
  const zeros = deflateRawSync(Buffer.alloc(MiB), { finishFlush: constants.Z_SYNC_FLUSH })
  const deflated = Buffer.concat([...Array<Buffer>(size).fill(zeros), deflateRawSync('')])
  return member(Buffer.alloc(0), { deflated })
}

function codeOf(error: { code?: string }): string | undefined {
  return error.code
}
