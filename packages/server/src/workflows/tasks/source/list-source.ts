import type { AskParent } from '@bindery/site'
import { type LeftOut, type ListRequest, listFiles } from '../../../git/files/list-files.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { never, writeListing } from './source-listing.ts'

interface ListSource extends Omit<ListRequest, 'signal'> {
  /** Takes the list. */
  listing: string
  /** Some pages below this folder are returned. */
  pagesBelow?: string
}

export interface ListedSource {
  /** Of the list. */
  sha256: string
  /** Of all files. */
  bytes: number
  leftOut: LeftOut[]
  pages: string[]
}

const pagesNamed = 200

/** Writes down what is to be read of a commit. */
export async function listSource(
  { listing, pagesBelow, ...request }: ListSource,
  ask: AskParent,
): Promise<ListedSource> {
  using meter = createRemoteMeter(ask)
  const { files, leftOut } = await listFiles({ ...request, signal: never })
  const sha256 = await writeListing(listing, files, meter)
  const pages = pagesBelow === undefined ? [] : files.map(({ path }) => path).filter((path) => isPage(path, pagesBelow))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return { sha256, bytes, leftOut, pages: pages.slice(0, pagesNamed) }
}

function isPage(path: string, folder: string): boolean {
  return path.endsWith('.mdx') && (folder === '' || path.startsWith(`${folder}/`))
}
