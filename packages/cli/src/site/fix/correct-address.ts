import { dirname, extname, join, relative } from 'node:path/posix'
import { normalizeRoute } from '@bindery/site'

/** What addresses may lead to. */
export interface KnownSite {
  pages: readonly { route: string; file: string }[]
  /** Paths of other files. */
  files: readonly string[]
  /** Files of pages. */
  sources: ReadonlySet<string>
  /** Ids of a page's headings and other parts. */
  placesOf(route: string): readonly string[]
}

/** What stands in the source, and what should. */
export interface Correction {
  from: string
  to: string
}

/** One that was written, for people. */
export interface Fix extends Correction {
  file: string
  line: number
}

/** A link to the one page or file whose address is spelled almost so. */
export function correctLink(href: string, file: string, site: KnownSite): Correction | undefined {
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? []
  const spellings = [
    ...site.pages.map((page) => ({ key: keyOf(page.route), path: page.route + extensionLike(path, page.file) })),
    ...site.files.map((name) => ({ key: keyOf(`/${name}`), path: `/${name}` })),
  ]
  const to = findOnly(path, file, spellings)
  return to === undefined ? undefined : { from: href, to: to + tail }
}

/** A picture or another file of the site. */
export function correctPicture(src: string, file: string, site: KnownSite): Correction | undefined {
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(src) ?? []
  const to = findOnly(
    path,
    file,
    site.files.map((name) => ({ key: keyOf(`/${name}`), path: encodeURI(`/${name}`) })),
  )
  return to === undefined ? undefined : { from: src, to: to + tail }
}

/** A place on a page: the one whose name has the same letters and digits. */
export function correctAnchor(route: string, anchor: string, site: KnownSite): Correction | undefined {
  const alike = new Set(site.placesOf(route).filter((place) => lettersOf(place) === lettersOf(anchor)))
  const [only] = alike
  return alike.size === 1 && only !== undefined && lettersOf(anchor) !== ''
    ? { from: `#${anchor}`, to: `#${/[\s()<>"'`]/.test(only) ? encodeURIComponent(only) : only}` }
    : undefined
}

/** Seen from the page's folder, and from the root, which many authors mean without its slash. */
function findOnly(path: string, file: string, spellings: { key: string; path: string }[]): string | undefined {
  if (path === '' || path.includes('{')) return undefined
  const isAbsolute = path.startsWith('/')
  const folder = join('/', dirname(file))
  const beside = keyOf(isAbsolute ? path : join(folder, path))
  const atRoot = keyOf(join('/', path))
  const found = spellings.filter(({ key }) => key === beside || key === atRoot)
  const [only] = found
  if (found.length !== 1 || only === undefined) return undefined
  if (isAbsolute || only.key !== beside) return only.path
  const near = relative(folder, only.path)
  return path.startsWith('./') ? `./${near}` : near
}

/** The same for spellings that differ in case, extension, slashes or percent signs. */
export function keyOf(path: string): string {
  return normalizeRoute(
    decode(path)
      .toLowerCase()
      .normalize('NFC')
      .replace(/\.htm$/, '.html'),
  )
}

function extensionLike(path: string, file: string): string {
  return /\.mdx?$/i.test(path) ? extname(file) : ''
}

function lettersOf(text: string): string {
  return decode(text)
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
