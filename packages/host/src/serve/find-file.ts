import type { Site } from '../versions/open-site.ts'
import type { ServedFile } from '../versions/served-file.ts'

/** What stands at an address. Locations begin at the root of the site, without the base path. */
export type Found =
  | { kind: 'file'; file: ServedFile }
  | { kind: 'moved'; location: string; status: number }
  | { kind: 'missing'; page: ServedFile | undefined }

/**
 * The order is that of the settings which the exporter writes for other servers: moved addresses, the name itself, with
 * `.html`, the folder's index. Names are looked up among those of the manifest and never on the disk.
 */
export function findFile(path: string, site: Site): Found {
  const moved = site.moves(path)
  if (moved) return { kind: 'moved', ...moved }
  const name = path.slice(1)
  const file = site.files.get(name) ?? site.files.get(name === '' ? 'index.html' : `${name}.html`)
  if (file) return { kind: 'file', file }
  return findFolder(name, site) ?? { kind: 'missing', page: site.files.get('404.html') }
}

/**
 * Links in pages are relative, so an address has to stand in its file's own folder: `a/index.html` at `/a/`, `a.html`
 * at `/a`. Whoever has the slash wrong is led to where the links are right.
 */
function findFolder(name: string, { files }: Site): Found | undefined {
  let end = name.length
  // By hand: for a request of 16 KB of slashes an expression takes 180 ms.
  while (name[end - 1] === '/') end -= 1
  const bare = name.slice(0, end)
  const index = files.get(`${bare}/index.html`)
  if (index) return name === `${bare}/` ? { kind: 'file', file: index } : moveTo(`${bare}/`)
  return bare !== name && (files.has(`${bare}.html`) || files.has(bare)) ? moveTo(bare) : undefined
}

function moveTo(name: string): Found {
  return { kind: 'moved', location: `/${name.split('/').map(encodeURIComponent).join('/')}`, status: 301 }
}
