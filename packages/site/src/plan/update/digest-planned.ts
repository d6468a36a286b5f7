import { hash } from 'node:crypto'
import { isSource } from '../assets/remote/find-showing.ts'
import { readPageHead } from '../files/read-page-head.ts'
import type { PlanMemory } from '../memory/plan-memory.ts'
import { readAll } from '../memory/read-all.ts'
import { rendererVersion } from '../renderer-version.ts'

interface PlannedFiles {
  root: string
  /** Every file of the folder, with what its content is known by. */
  files: readonly { path: string; object: string }[]
  /** Whether nobody reads a file of this name as text. */
  isBinary(path: string): boolean
  memory: PlanMemory
}

/** A digest of all that planning makes of files, but for the bytes of pictures. Of a page only its front matter counts. */
export async function digestPlanned({ root, files, isBinary, memory }: PlannedFiles): Promise<string> {
  const pages = files.map(({ path }) => path).filter(isPage)
  await readAll({ root, files: pages, width: 32, read: readPageHead, memory })
  const parts = files.map(({ path, object }) => `${path}\0${partOf(path, object)}`)
  return hash('sha256', [rendererVersion, ...parts].join('\0'))

  function partOf(path: string, object: string): string {
    // A drawing is text, and like any picture it is shown by its address.
    if (isBinary(path) || /\.svg$/i.test(path)) return ''
    if (isPage(path)) return memory.digestOf(`${root}/${path}`) ?? object
    return isSource(path) && !isScript(path) ? '' : object
  }
}

const isPage = (path: string) => /\.mdx?$/.test(path)
/** What may run on every page by itself. */
const isScript = (path: string) => path.endsWith('.js')
