import { buffer } from 'node:stream/consumers'
import { type Difference, writeDelta } from '@bindery/bundle'
import { expect, test } from 'vitest'
import { headOf, holdSites, type WrittenSite, writeSite } from '../../../../testing/workflows/hold-sites.ts'
import { writeHeldDelta } from './held-delta.ts'

function membersOf({ packs }: WrittenSite) {
  const members = new Map(
    packs.flatMap(({ index, bytes }) =>
      index.files.map(({ path, offset, packedSize }) => [path, bytes.subarray(offset, offset + packedSize)] as const),
    ),
  )
  return { most: Number.POSITIVE_INFINITY, read: async ({ path }: { path: string }) => members.get(path) as Buffer }
}

test('the delta of two sites that are held has the bytes of one that is made of their manifests', async () => {
  const contents = new Map(
    Array.from({ length: 40 }, (_, n) => [`file-${n}`, `content ${n}${n > 9 ? ` of page-${n}` : ''}`]),
  )
  let before = await writeSite(0, contents)
  for (let round = 1; round <= 30; round++) {
    const path = `file-${(round * 7) % 40}`
    if (round % 5 === 0) contents.delete(path)
    else if (round % 5 === 1) contents.set(`${path}-too`, `added ${round} of page-${round}`)
    else if (round % 5 === 2) contents.set(path, `${contents.get(path)?.split(' of ')[0]} of page-${round}`)
    else contents.set(path, `changed ${round}`)
    const now = await writeSite(round, contents)
    const members = membersOf(now)
    const told: Difference[] = []
    const held = holdSites(before, now)
    const known = await writeHeldDelta(held, { from: before.key, to: now.key }, members, (one) => told.push(one))
    const made = writeDelta({ from: [before.bytes], to: [now.bytes], members })
    expect(known && (await buffer(known.bytes))).toEqual(await buffer(made.bytes))
    expect(told).toHaveLength(1)
    before = now
  }
})

test('nothing is made where a head or the index of a pack that differs is not held', async () => {
  const before = await writeSite(0, new Map([['a', 'one']]))
  const now = await writeSite(1, new Map([['a', 'two']]))
  const ends = { from: before.key, to: now.key }
  expect(await writeHeldDelta(holdSites(now), ends, membersOf(now), () => {})).toBeUndefined()
  const noIndex = holdSites({ ...before, packs: [] }, now)
  noIndex.heads.hold(before.key, headOf(before))
  expect(await writeHeldDelta(noIndex, ends, membersOf(now), () => {})).toBeUndefined()
})
