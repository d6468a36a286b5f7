import { commitFiles, file, folder, type PackedRepository, packTree, siteFiles } from './commit-files.ts'
import type { HostileSource } from './hostile-source.ts'
import { joinPack, type PackedObject, packCopies, packHead, packObject, packZeros } from './pack.ts'
import { band, begin, line, write } from './protocol.ts'

const tooLarge = /^repository_too_large$/
const mebibyte = 1024 ** 2

/** A pack of one object, under whose name something is asked for. */
function only({ name, entry }: PackedObject): PackedRepository {
  return { commit: name, pack: joinPack([entry]) }
}

/** The same object under many names. */
function repeat(object: PackedObject, count: number, nameAt: (index: number) => string): PackedObject {
  return packTree(Array.from({ length: count }, (_, index) => file(nameAt(index), object)))
}

/** The same folder under many names. */
function repeatFolder(tree: PackedObject, count: number, nameAt: (index: number) => string): PackedObject {
  return packTree(Array.from({ length: count }, (_, index) => folder(nameAt(index), tree)))
}

const page = () => packObject('blob', '# A')

/** Small packs that are large once they are opened. */
export const unfolding: readonly HostileSource[] = [
  {
    name: 'more-objects-than-there-can-be',
    mustNot: 'make room for four thousand million objects',
    endsWith: /^repository_(too_large|invalid)$/,
    build: () => ({
      async sendPack(response) {
        begin(response, 'result')
        await write(
          response,
          Buffer.concat([line('packfile\n'), ...band(1, packHead(0xfffffff0)), Buffer.from('0000')]),
        )
        response.end()
      },
    }),
  },
  {
    name: 'delta-of-copies',
    mustNot: 'hold what a delta of a kilobyte unfolds to',
    endsWith: tooLarge,
    build: ({ bombBytes }) => {
      const base = packZeros(8 * mebibyte)
      const copies = packCopies({ name: base.name, size: 8 * mebibyte }, bombBytes / (8 * mebibyte))
      return { commit: 'b'.repeat(40), pack: joinPack([base.entry, copies]) }
    },
  },
  {
    name: 'commit-of-zeros',
    mustNot: 'hold a commit of a gigabyte',
    endsWith: tooLarge,
    build: ({ bombBytes }) => only(packZeros(bombBytes, 'commit')),
  },
  {
    name: 'tree-of-zeros',
    mustNot: 'hold a folder of a gigabyte',
    endsWith: tooLarge,
    build: ({ bombBytes }) => only(packZeros(bombBytes, 'tree')),
  },
  {
    name: 'settings-of-zeros',
    mustNot: 'read a docs.json of a gigabyte',
    endsWith: /^configuration_invalid$/,
    build: ({ settingsBytes }) => commitFiles([file('docs.json', packZeros(settingsBytes))]),
  },
  {
    name: 'trees-in-trees',
    mustNot: 'unfold ten thousand million paths',
    endsWith: tooLarge,
    build() {
      const trees = [repeat(page(), 10, (index) => `${index}.mdx`)]
      for (let level = 0; level < 9; level++) trees.push(repeatFolder(trees.at(-1) as PackedObject, 10, (n) => `d${n}`))
      return commitFiles([...siteFiles(), folder('d', trees.at(-1) as PackedObject)], [page(), ...trees])
    },
  },
  {
    name: 'a-million-files',
    mustNot: 'hold a list of a million files',
    endsWith: tooLarge,
    build() {
      const tree = repeat(page(), 1_000, (index) => `${index}.mdx`)
      const all = repeatFolder(tree, 1_000, (index) => `d${index}`)
      return commitFiles([...siteFiles(), folder('d', all)], [page(), tree])
    },
  },
  {
    name: 'tiny-files',
    mustNot: 'fill the disk with files of three bytes',
    endsWith: tooLarge,
    build({ tinyFiles }) {
      const tree = repeat(page(), 1_000, (index) => `${index}.mdx`)
      const all = repeatFolder(tree, tinyFiles / 1_000, (index) => `d${index}`)
      return commitFiles([...siteFiles(), folder('d', all)], [page(), tree])
    },
  },
  {
    name: 'long-paths',
    mustNot: 'hold 300 megabytes of paths',
    endsWith: tooLarge,
    build() {
      const long = (index: number) => `${'n'.repeat(230)}${index}`
      const trees = [repeat(page(), 1_000, long)]
      for (const count of [1, 1, 250]) trees.push(repeatFolder(trees.at(-1) as PackedObject, count, long))
      return commitFiles([...siteFiles(), folder('d', trees.at(-1) as PackedObject)], [page(), ...trees])
    },
  },
  {
    name: 'large-files',
    mustNot: 'unpack more than one job gets of the disk',
    endsWith: tooLarge,
    build({ hugeBytes }) {
      const zeros = packZeros(19 * mebibyte)
      const tree = repeat(zeros, Math.ceil(hugeBytes / (19 * mebibyte)), (index) => `${index}.png`)
      return commitFiles([...siteFiles(), folder('images', tree)], [zeros])
    },
  },
  {
    name: 'one-file-under-many-names',
    mustNot: 'unpack twenty gigabytes',
    endsWith: tooLarge,
    build() {
      const zeros = packZeros(mebibyte)
      const tree = repeat(zeros, 20_000, (index) => `${index}.png`)
      return commitFiles([...siteFiles(), folder('images', tree)], [zeros])
    },
  },
  {
    name: 'folders-in-folders',
    mustNot: 'follow folders without end',
    endsWith: /^(configuration_invalid|repository_too_large)$/,
    build() {
      const trees = [repeat(page(), 1, () => 'page.mdx')]
      for (let depth = 0; depth < 3_000; depth++) trees.push(packTree([folder('d', trees.at(-1) as PackedObject)]))
      return commitFiles([folder('d', trees.at(-1) as PackedObject)], [page(), ...trees])
    },
  },
  {
    name: 'endless-name',
    mustNot: 'hold a name of a megabyte',
    endsWith: /^(configuration_invalid|repository_invalid)$/,
    build: () => commitFiles([file(`${'n'.repeat(mebibyte)}.mdx`, page())]),
  },
]
