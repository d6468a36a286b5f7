import { generateKeyPairSync } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { compareFiles, type PackIndex, type SourceFile, writeBundleHead, writePack } from '@bindery/bundle'
import { createHeldValues } from '../../src/workflows/cache/held-values.ts'
import { type HeldHead, openHeldObjects } from '../../src/workflows/exports/chunks/held-objects.ts'

const { privateKey: signingKey } = generateKeyPairSync('ed25519')

/** A site of five packs, by the keys of what they hold; some files have other contents or are of another page in each round. */
export async function writeSite(version: number, contents: ReadonlyMap<string, string>) {
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
  const site = {
    domain: 'docs.example.com',
    version: `v${version}`,
    commit: `c${version}`,
    committedAt: null,
    renderer: 'test/1',
  }
  const head = writeBundleHead({ site, signingKey, packs: packs.map(({ index }) => ({ index: async () => index })) })
  const bytes = await buffer(head.bytes)
  return { key: `head ${version}`, site, packs, bytes, ...head.result() }
}

export type WrittenSite = Awaited<ReturnType<typeof writeSite>>

export function headOf({ site, packs, packsOffset, manifestSha256, signature }: WrittenSite): HeldHead {
  const archives = packs.map(({ key, index }) => ({ key, bytes: index.size, sha256: index.sha256 }))
  return { site, manifestSha256, signature, packsOffset, packs: archives }
}

/** What a process that has made them holds of sites. */
export function holdSites(...sites: WrittenSite[]) {
  const held = openHeldObjects(createHeldValues({ maxBytes: 2 ** 26, idleMs: 60_000 }), 'project')
  for (const written of sites) {
    held.heads.hold(written.key, headOf(written))
    const { packs } = written
    for (const pack of packs) held.indexes.hold(pack.key, pack.index)
  }
  return held
}
