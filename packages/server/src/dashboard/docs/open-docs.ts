import { hash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createMoves, describeFile, findFile, mediaTypeOf, readMoves } from '@bindery/bundle'
import { exampleServer } from '@bindery/contract'

/** What `npm run build` has rendered; beside `src` and `dist`, so that both find it. */
const rendered = new URL('../../../docs/dist/site/', import.meta.url)

export interface Docs {
  find(path: string): Promise<ReturnType<typeof findFile<string>>>
  read(name: string): Promise<DocsFile>
}

interface DocsFile {
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
  type: string
  isHashed: boolean
}

/** Files are found among the names that were there at start, and read when they are asked for: all of them are 8 MB. */
export function openDocs(publicUrl: string, folder: URL = rendered): Docs {
  const root = fileURLToPath(folder)
  const files = new Map(listNames(root).map((name) => [name, name]))
  const ownAddress = publicUrl.replace(/\/$/, '')
  const moves = readMoves(async (name) => (files.has(name) ? readFile(join(root, name), 'utf8') : undefined)).then(
    createMoves,
  )

  return {
    find: async (path) => findFile(path, { files, moves: await moves }),
    async read(name) {
      const type = mediaTypeOf(name)
      const content = await readFile(join(root, name))
      const bytes = new Uint8Array(isText.test(type) ? fillIn(content, ownAddress) : content)
      const sha256 = hash('sha256', bytes, 'hex')
      const { isHashed } = describeFile({ path: name, size: bytes.length, sha256, type })
      return { bytes, sha256, type, isHashed }
    },
  }
}

const isText = /^(?:text\/|application\/json)/

/** The pages were rendered for an example; here they are of the installation that the reader calls. */
function fillIn(content: Buffer, ownAddress: string): Buffer {
  return Buffer.from(content.toString().replaceAll(exampleServer, () => ownAddress))
}

function listNames(root: string): string[] {
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}
