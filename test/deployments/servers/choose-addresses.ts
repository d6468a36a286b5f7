import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** An address of a site, and what it tries. */
export interface Address {
  kind: string
  path: string
}

/** `count` addresses of every kind, the same ones each time. */
export async function chooseAddresses(folder: string, count: number): Promise<Address[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = (isFile: boolean) =>
    entries
      .filter((entry) => entry.isFile() === isFile)
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .sort()
  const kinds = listKinds(names(true), names(false), await readSources(folder))
  const chosen = new Map<string, Address>()
  // Round by round, so that a kind which a site has little of leaves its room to the others.
  for (let round = 0; chosen.size < count && round < count; round++) {
    for (const [kind, paths] of Object.entries(kinds)) {
      const path = spread(paths, round)
      if (path !== undefined && chosen.size < count) chosen.set(path, { kind, path })
    }
  }
  return [...chosen.values()]
}

function listKinds(files: string[], folders: string[], sources: Sources): Record<string, string[]> {
  const pages = files.filter((path) => path.endsWith('.html') && !/(?:^|\/)index\.html$|^_/.test(path))
  const plain = pages.map((path) => `/${encode(path.replace(/\.html$/, ''))}`)
  const assets = files.filter((path) => path.startsWith('_bindery/') && !path.startsWith('_bindery/hosting/'))
  const others = files.filter((path) => !path.endsWith('.html') && !path.startsWith('_bindery/'))
  const varied = (moved: string[]) => moved.flatMap((path) => [path, `${path}/`, `${path}?a=1&b=%20`])
  return {
    page: plain,
    file: [...pages, ...files.filter((path) => path.endsWith('index.html'))].map((path) => `/${encode(path)}`),
    'page with a slash': plain.map((path) => `${path}/`),
    'folder with a slash': folders.map((path) => `/${encode(path)}/`).concat('/'),
    'folder without a slash': folders.map((path) => `/${encode(path)}`),
    moved: varied(sources.exact),
    'moved by a pattern': varied(sources.open),
    'asked with a query': [
      '/?a=1',
      ...plain.map((path) => `${path}?a=1&b=%2F`),
      ...folders.map((path) => `/${encode(path)}?a`),
    ],
    asset: assets.map((path) => `/${encode(path)}`),
    'other file': others.map((path) => `/${encode(path)}`),
    'encoded more than need be': plain.map((path) => path.replace(/[a-z](?=[^/]*$)/, encodeSign)),
    unknown: [
      '/no-such-page',
      '/no-such-page/',
      '/no/such/page.html',
      '/no%20such%20page',
      '/_bindery/assets/gone-0123456789ab.css',
      '/404',
      '/404.html',
      ...plain.flatMap((path) => [`${path}/below`, `${path}x`, `${path}.html/below`, `${path}.md/`]),
    ],
  }
}

interface Sources {
  exact: string[]
  open: string[]
}

/** What stands in the table of moves, each open part filled with something. */
async function readSources(folder: string): Promise<Sources> {
  const text = await readFile(join(folder, '_bindery/hosting/cloudfront.js'), 'utf8')
  const table: [pattern: string][] = JSON.parse(/^var moves = (.*);$/m.exec(text)?.[1] ?? '[]')
  const patterns = table.map(([pattern]) => pattern.slice(1, -3))
  const fill = (rest: string, segment: string) => (pattern: string) =>
    pattern
      .replaceAll('(?:/(.*))?', rest)
      .replaceAll('(.*)', 'any')
      .replaceAll('([^/]+)', segment)
      .replace(/\\(.)/g, '$1')
  const open = patterns.filter((pattern) => pattern.includes('('))
  const fills = [fill('', 'one'), fill('/some/page', 'two%20words'), fill('/%C3%BC', 'o.n-e')]
  return {
    exact: patterns.filter((pattern) => !pattern.includes('(')).map(fill('', '')),
    open: open.flatMap((pattern) => [...new Set(fills.map((fillIn) => fillIn(pattern)))]),
  }
}

/** From all over the list, and all of it in the end. */
function spread<Item>(items: Item[], round: number): Item | undefined {
  if (round >= items.length) return undefined
  const stride = [7, 11, 13, 17].find((step) => items.length % step !== 0) ?? 1
  return items[(round * stride) % items.length]
}

function encode(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

function encodeSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`
}
