import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path/posix'
import type { Section } from './navigation-index.ts'
import { remoteAssetName } from './remote-assets.ts'
import type { AuthorScript, PlannedAsset, PlannedPage } from './site-plan.ts'

/** The address of a page's file: `/a/b` for `a/b.mdx`, `/a` for `a/index.mdx`, `/` for `index.mdx`. */
export function routeOf(file: string): string {
  return normalizeRoute(`/${file.replace(/\.mdx?$/, '')}`)
}

/** `/a/b`, `/a/b/`, `/a/b.html`, `/a/b.mdx` and `/a/b/index` are one page: `/a/b`. */
export function normalizeRoute(path: string): string {
  const route = path
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .replace(/\.(?:html|mdx?)$/, '')
    .replace(/\/index$/, '')
  return route === '' ? '/' : route
}

/**
 * The file of the site that a page's source becomes. Hosts look for `index.html` in just this spelling, and they show
 * `404.html` at any depth, where a page's relative links would lead astray.
 */
export function outputOf(file: string): string {
  const name = file.replace(/\.mdx?$/, '')
  return name === '404' ? '404/index.html' : `${name.replace(/(?<=^|\/)index$/i, 'index')}.html`
}

/** The file at the root of a site, and what its first element has if it is the first page, whose own address is another. */
export const frontOutput = 'index.html'
export const frontMark = ' data-front=""'

/** A part of an address as its author meant it; what is not percent-encoded well stays as it is. */
export function decodePath(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const plain = /^[\w./~-]*$/

/**
 * The link from one file of the site to another, both given from the site's root; percent-encoded where needed. A page
 * has about a hundred of these, so it walks the texts once and splits nothing.
 */
export function relativePath(from: string, to: string): string {
  const end = Math.min(from.length, to.length)
  let shared = 0
  for (let at = 0; at < end && from.charCodeAt(at) === to.charCodeAt(at); at++) {
    if (from.charCodeAt(at) === 47) shared = at + 1
  }
  let up = ''
  for (let at = from.indexOf('/', shared); at !== -1; at = from.indexOf('/', at + 1)) up += '../'
  const down = to.slice(shared)
  // A first segment with a colon would read as a scheme; encoding turns it into %3A.
  return up + (plain.test(down) ? down : down.toWellFormed().split('/').map(encodeURIComponent).join('/'))
}

/** Where a page's Markdown stands: beside the page, under the same name. */
export function markdownPath(output: string): string {
  return output.replace(/\.html$/, '.md')
}

/** Readers search the language and the version that they read; a scope is named by both. */
export function scopeOf(section: Section | undefined): string {
  const labels = (section?.trail ?? [])
    .filter(({ kind }) => kind === 'language' || kind === 'version')
    .map(({ kind, label }) => `${kind}:${label}`)
  return labels.length === 0 ? 'all' : createHash('sha256').update(labels.join('/')).digest('hex').slice(0, 10)
}

/** Every address of another host whose file stands in the site. */
export const vendoredPath = '_bindery/vendored.json'

/** All style sheets of the author; without a digest, for the reason below. */
export const authorStylesPath = '_bindery/author.css'

/** Names of the files that all pages share. They hold no digest: a changed navigation must not change every page. */
export const allPagesPath = '_bindery/pages/index.html'

export function sectionPagePath(key: string, number = 1): string {
  return `_bindery/pages/${key}${number === 1 ? '' : `-${number}`}.html`
}

export function sectionDataPath(key: string): string {
  return `_bindery/nav/${key}.js`
}

/** Under a name that holds its digest a file can be cached for ever; nothing outside knows the name. */
export function assetOutput(path: string, asset: PlannedAsset): string {
  const extension = extname(path).toLowerCase()
  if (remoteAssetName(path) !== undefined) return `_bindery/assets/remote-${asset.hash}${extension}`
  const name = basename(path, extname(path))
    .toLowerCase()
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 40)
  return `_bindery/assets/${name}-${asset.hash}${extension}`
}

/** A script of the author's that every page runs. */
export function authorScriptPath({ file, hash }: AuthorScript): string {
  return assetOutput(file, { hash }).replace('/assets/', '/code/')
}

/** A file that a page links to keeps its path, since people have that address; unless another file stands there. */
export function downloadOutput(path: string, asset: PlannedAsset): string {
  return asset.renamed ? assetOutput(path, asset) : path
}

/** Where the feed of a page stands: under the page's own address, where those who follow it today ask for it. */
export function feedPath({ route }: Pick<PlannedPage, 'route'>): string {
  return route === '/' ? 'rss.xml' : `${route.slice(1)}/rss.xml`
}

/** Files that programs look for by these names, at the root of a site. An author's own one stands instead of ours. */
export const machineFiles = ['robots.txt', 'sitemap.xml', 'llms.txt', 'llms-full.txt', '_redirects']

/** The one address of a page, without extension. */
export function pageAddress(siteUrl: string, { route }: Pick<PlannedPage, 'route'>): string {
  return `${siteUrl}/${relativePath('', route.slice(1))}`
}
