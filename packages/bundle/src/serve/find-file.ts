import { encodePath } from '../format/encode-path.ts'
import type { Moves } from '../format/redirects/create-moves.ts'

/** What stands at an address. Locations begin at the root of the site, without the base path. */
export type Found<File> =
  | { kind: 'file'; file: File }
  | { kind: 'moved'; location: string; status: number }
  | { kind: 'missing'; page: File | undefined }

interface Site<File> {
  files: Pick<ReadonlyMap<string, File>, 'get' | 'has'>
  moves: Moves
}

const notFoundPage = '404.html'

/**
 * The order is that of the settings which the exporter writes for other servers: moved addresses, the name itself, with
 * `.html`, the folder's index; only that a page asked for with `.html` is led to the address without it. Names are looked up among those of the manifest and never on the disk.
 */
export function findFile<File>(path: string, site: Site<File>): Found<File> {
  const moved = site.moves(path)
  if (moved) return { kind: 'moved', ...moved }
  const name = path.slice(1)
  const clean = cleanName(name)
  if (clean !== undefined && site.files.has(name) && !site.files.has(clean) && !site.moves(`/${clean}`)) {
    return moveTo(clean)
  }
  const file = site.files.get(name) ?? site.files.get(pageOf(name))
  if (file) return { kind: 'file', file }
  return findFolder(name, site) ?? { kind: 'missing', page: site.files.get(notFoundPage) }
}

/** Every name that `findFile` may ask for at this path, for whoever does not have all of a site's names at hand. */
export function listNamesAt(path: string): string[] {
  const name = path.slice(1)
  const bare = withoutSlashes(name)
  return [
    ...new Set([name, cleanName(name) ?? name, pageOf(name), `${bare}/index.html`, `${bare}.html`, bare, notFoundPage]),
  ]
}

/**
 * The one address of a page is without `.html`, as its canonical address says. A folder's first page, the page for unknown
 * addresses and files of our own keep theirs.
 */
function cleanName(name: string): string | undefined {
  if (!name.endsWith('.html') || name.startsWith('_bindery/') || name === notFoundPage) return undefined
  const clean = name.slice(0, -'.html'.length)
  return /(?:^|\/)(?:index)?$/.test(clean) ? undefined : clean
}

function pageOf(name: string): string {
  return name === '' ? 'index.html' : `${name}.html`
}

/**
 * Links in pages are relative, so an address has to stand in its file's own folder: `a/index.html` at `/a/`, `a.html`
 * at `/a`. Whoever has the slash wrong is led to where the links are right.
 */
function findFolder<File>(name: string, { files }: Site<File>): Found<File> | undefined {
  const bare = withoutSlashes(name)
  const index = files.get(`${bare}/index.html`)
  if (index) return name === `${bare}/` ? { kind: 'file', file: index } : moveTo(`${bare}/`)
  return bare !== name && (files.has(`${bare}.html`) || files.has(bare)) ? moveTo(bare) : undefined
}

function withoutSlashes(name: string): string {
  let end = name.length
  // By hand: for a request of 16 KB of slashes an expression takes 180 ms.
  while (name[end - 1] === '/') end -= 1
  return name.slice(0, end)
}

function moveTo(name: string): { kind: 'moved'; location: string; status: number } {
  return { kind: 'moved', location: `/${encodePath(name)}`, status: 301 }
}
