import { dirname, join } from 'node:path/posix'
import { decodePath, downloadOutput, normalizeRoute, relativePath } from '../../model/paths.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { sanitizeUrl } from '../../page/sanitize/sanitize-url.ts'

/** What a link of a page leads to; `href` is what stands in the page. */
export type LinkTarget =
  | { kind: 'page'; href: string; route: string; anchor: string }
  | { kind: 'file'; href: string; path: string }
  | { kind: 'outside'; href: string }
  | { kind: 'private'; href: string }
  | { kind: 'broken'; href: string; path: string }

/** To a page that is left out because it is private: not even its address is shown. */
const privateTarget: LinkTarget = { kind: 'private', href: '#' }

const schemeOrHost = /^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)/i

/** Resolves a link as its author wrote it: from the root, from the page's own file, or out of the site. */
export function resolveLink(href: string, from: PlannedPage, site: SiteIndex): LinkTarget {
  if (schemeOrHost.test(href)) return leaveSite(href, site)
  const { path, query, anchor } = split(href)
  const tail = `${query}${anchor ? `#${anchor}` : ''}`
  if (path === '') return { kind: 'page', href: tail === '' ? '#' : tail, route: from.route, anchor }
  const absolute = path.startsWith('/') ? path : join('/', dirname(from.file), path)
  return resolveAbsolute(decodePath(absolute), query, anchor, from, site)
}

function resolveAbsolute(path: string, query: string, anchor: string, from: PlannedPage, site: SiteIndex): LinkTarget {
  const page = findPage(path, site)
  const tail = `${query}${anchor ? `#${anchor}` : ''}`
  if (page) return { kind: 'page', href: relativePath(from.output, page.output) + tail, route: page.route, anchor }
  if (site.privateRoutes.has(path)) return privateTarget
  const file = path.replace(/^\/+/, '')
  const asset = Object.hasOwn(site.plan.assets, file) ? site.plan.assets[file] : undefined
  if (asset && !asset.refused) {
    return { kind: 'file', href: relativePath(from.output, downloadOutput(file, asset)) + tail, path: file }
  }
  const moved = site.redirects(normalizeRoute(path))
  if (moved !== undefined) return followRedirect(moved, query, anchor, from, site)
  return missPage(path, path, tail, from, site)
}

/** A moved page is linked where it is now, so that no reader waits for the redirect. One step: chains are a fault. */
function followRedirect(moved: string, query: string, anchor: string, from: PlannedPage, site: SiteIndex): LinkTarget {
  if (schemeOrHost.test(moved)) return leaveSite(moved, site)
  const target = split(moved)
  const page = findPage(decodePath(target.path), site)
  if (!page && site.privateRoutes.has(target.path)) return privateTarget
  if (!page) return missPage(target.path, moved, '', from, site)
  const fragment = target.anchor || anchor
  const tail = `${target.query || query}${fragment ? `#${fragment}` : ''}`
  return { kind: 'page', href: relativePath(from.output, page.output) + tail, route: page.route, anchor: fragment }
}

/** A page that was not asked for is part of the site, so a link to it is right; any other leads nowhere. */
function missPage(path: string, written: string, tail: string, from: PlannedPage, site: SiteIndex): LinkTarget {
  const href = relativePath(from.output, outputFor(path)) + tail
  return site.unselected.has(normalizeRoute(path)) ? { kind: 'outside', href } : { kind: 'broken', href, path: written }
}

/** Links of the configuration come here unseen by the page's own filter, so every scheme passes it here. */
function leaveSite(href: string, site: SiteIndex): LinkTarget {
  if (site.privateRoutes.has(href)) return privateTarget
  const absolute = href.startsWith('//') ? `https:${href}` : href
  return { kind: 'outside', href: sanitizeUrl(absolute, 'link') ?? '#' }
}

function findPage(path: string, site: SiteIndex): PlannedPage | undefined {
  const route = normalizeRoute(path.startsWith('/') ? path : `/${path}`)
  return site.pages.get(path) ?? site.pages.get(route) ?? (route === '/' ? site.front : undefined)
}

/** Where the page would be if it were there: a host may still serve it. */
function outputFor(path: string): string {
  const route = normalizeRoute(path).slice(1)
  if (route === '') return 'index.html'
  return /\.\w{1,5}$/.test(path) ? path.replace(/^\/+/, '') : `${route}.html`
}

function split(href: string): { path: string; query: string; anchor: string } {
  const [before = '', ...hash] = href.split('#')
  const [path = '', ...query] = before.split('?')
  return { path, query: query.length > 0 ? `?${query.join('?')}` : '', anchor: hash.join('#') }
}
