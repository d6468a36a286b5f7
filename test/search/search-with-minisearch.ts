import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { plainAddress, type Query } from './read-queries.ts'

interface Document {
  id: string
  title: string
  headings: string
  text: string
}

type PageTexts = [path: string, title: string, crumb: string, parts: [id: string, heading: string, text: string][]]

/**
 * MiniSearch over the pages that the reader's own search has, with the options that its documentation advises: titles
 * count more, the last letters may be missing, and one letter in five may be wrong.
 */
export class Peer {
  readonly #root: string
  readonly #indexes = new Map<string, MiniSearch<Document>>()

  constructor(root: string) {
    this.#root = root
  }

  async search({ query, reader }: Query): Promise<string[]> {
    const folders = await this.#foldersOf(reader)
    const index = this.#indexes.get(folders.join()) ?? (await this.#open(folders))
    this.#indexes.set(folders.join(), index)
    const options = { prefix: true, fuzzy: 0.2, boost: { title: 4, headings: 2 } }
    return index.search(query, options).map(({ id }) => id as string)
  }

  async #foldersOf(reader: string): Promise<string[]> {
    const file = join(this.#root, reader)
    const html = await readFile(`${file}.html`, 'utf8').catch(() => readFile(join(file, 'index.html'), 'utf8'))
    const settings = /data-bindery-site="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '{}'
    const { scopes = [] }: { scopes?: string[] } = JSON.parse(settings)
    return scopes.map((scope) => `_bindery/search/${scope}`)
  }

  async #open(folders: string[]): Promise<MiniSearch<Document>> {
    const index = new MiniSearch<Document>({ fields: ['title', 'headings', 'text'] })
    for (const folder of folders) {
      const names = await readdir(join(this.#root, folder)).catch(() => [])
      for (const name of names.filter((one) => one.startsWith('pages-'))) {
        index.addAll((await readPages(join(this.#root, folder, name))).map((page) => this.#describe(page)))
      }
    }
    return index
  }

  #describe([path, title, , parts]: PageTexts): Document {
    const headings = parts.slice(1).map(([, heading]) => heading)
    return {
      id: plainAddress(path),
      title,
      headings: headings.join(' '),
      text: parts.map(([, , text]) => text).join(' '),
    }
  }
}

/** A file of the search index: a call with the scope, the name and the data. */
async function readPages(file: string): Promise<PageTexts[]> {
  const script = await readFile(file, 'utf8')
  const [, , pages] = JSON.parse(script.slice(script.indexOf('push(') + 5, script.lastIndexOf(')')))
  return pages
}
