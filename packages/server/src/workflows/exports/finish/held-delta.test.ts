import { generateKeyPairSync } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  compareFiles,
  type Difference,
  type PackIndex,
  type SourceFile,
  writeBundleHead,
  writeDelta,
  writePack,
} from '@bindery/bundle'
import { expect, test } from 'vitest'
import { createHeldValues } from '../../cache/held-values.ts'
import { openHeldObjects } from '../chunks/held-objects.ts'
import { writeHeldDelta } from './held-delta.ts'

const { privateKey: signingKey } = generateKeyPairSync('ed25519')

/** A site of five packs, by the keys of what they hold; some files have other contents or are of another page in each round. */
async function writeSite(version: number, contents: ReadonlyMap<string, string>) {
  const files = [...contents].map(([path, content]): SourceFile => {
    const [text = '', page] = content.split(' of ')
    return { path, bytes: Buffer.from(text), ...(page && { page }) }
  })
  const packs: { key: string; index: PackIndex; bytes: Buffer }[] = []
  const sorted = files.sort(compareFiles)
  for (let from = 0; from < sorted.length; from += 8) {
    const writing = writePack(sorted.slice(from, from + 8))
    const bytes = await buffer(writing.bytes)
    const index = writing.result()
    packs.push({ key: JSON.stringify(index), index, bytes })
  }
  const site = { domain: 'docs.example.com', version: `v${version}`, commit: `c${version}`, renderer: 'test/1' }
  const head = writeBundleHead({ site, signingKey, packs: packs.map(({ index }) => ({ index: async () => index })) })
  const bytes = await buffer(head.bytes)
  return { key: `head ${version}`, site, packs, bytes, ...head.result() }
}

type WrittenSite = Awaited<ReturnType<typeof writeSite>>

function membersOf({ packs }: WrittenSite) {
  const members = new Map(
    packs.flatMap(({ index, bytes }) =>
      index.files.map(({ path, offset, packedSize }) => [path, bytes.subarray(offset, offset + packedSize)] as const),
    ),
  )
  return { most: Number.POSITIVE_INFINITY, read: async ({ path }: { path: string }) => members.get(path) as Buffer }
}

function holdSites(...sites: WrittenSite[]) {
  const held = openHeldObjects(createHeldValues({ maxBytes: 2 ** 26, idleMs: 60_000 }), 'project')
  for (const { key, site, packs, manifestSha256, signature } of sites) {
    held.heads.hold(key, { site, manifestSha256, signature, packs: packs.map((pack) => pack.key) })
    for (const pack of packs) held.indexes.hold(pack.key, pack.index)
  }
  return held
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
  noIndex.heads.hold(before.key, { ...before, packs: before.packs.map(({ key }) => key) })
  expect(await writeHeldDelta(noIndex, ends, membersOf(now), () => {})).toBeUndefined()
})
