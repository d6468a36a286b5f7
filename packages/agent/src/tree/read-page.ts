import { limits } from '../limits.ts'
import { cleanPath } from './clean-path.ts'
import { Refusal, type Tree } from './tree.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a file that must be there. */
export async function readPage(tree: Tree, path: string, maxBytes = limits.fileBytes): Promise<string> {
  const text = await findPage(tree, path, maxBytes)
  if (text === undefined) throw new Refusal(`There is no file ${cleanPath(path)}. Use list or search to find its name.`)
  return text
}

/** Only UTF-8 text is opened: what else a file holds would not survive being written back. */
export async function findPage(tree: Tree, path: string, maxBytes = limits.fileBytes): Promise<string | undefined> {
  const bytes = await tree.readBytes(path, maxBytes)
  if (bytes === undefined) return undefined
  try {
    if (!bytes.includes(0)) return decoder.decode(bytes)
  } catch {}
  throw new Refusal(`${cleanPath(path)} is not a text in UTF-8.`)
}
