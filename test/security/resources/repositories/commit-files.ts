import { joinPack, type PackedObject, packObject } from './pack.ts'

export interface PackedRepository {
  commit: string
  pack: Buffer
}

export interface Entry {
  mode: '100644' | '40000'
  name: string
  object: PackedObject
}

const person = 'Test <test@example.com> 1700000000 +0000'

/** A tree of these, in git's own order. */
export function packTree(entries: readonly Entry[]): PackedObject {
  const key = ({ mode, name }: Entry) => (mode === '40000' ? `${name}/` : name)
  const sorted = entries.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  const lines = sorted.map(({ mode, name, object }) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(object.name, 'hex')]),
  )
  return packObject('tree', Buffer.concat(lines))
}

export function file(name: string, object: PackedObject): Entry {
  return { mode: '100644', name, object }
}

export function folder(name: string, object: PackedObject): Entry {
  return { mode: '40000', name, object }
}

/** A small sound site, for what stands beside it. */
export function siteFiles(): Entry[] {
  return [
    file('docs.json', packObject('blob', '{"name":"Site","navigation":{"pages":["index"]}}')),
    file('index.mdx', packObject('blob', '# Index')),
  ]
}

/** One commit with these at its top, and whatever else must be in the pack. */
export function commitFiles(
  entries: readonly Entry[],
  more: readonly PackedObject[] = [],
  words = 'A commit\n',
): PackedRepository {
  const top = packTree(entries)
  const commit = packObject('commit', `tree ${top.name}\nauthor ${person}\ncommitter ${person}\n\n${words}`)
  const objects = new Map([...entries.map(({ object }) => object), ...more, top, commit].map((one) => [one.name, one]))
  return { commit: commit.name, pack: joinPack([...objects.values()].map(({ entry }) => entry)) }
}
