import { dirname, join } from 'node:path/posix'
import { assetOutput, decodePath, relativePath } from '../../model/paths.ts'
import { remoteAssetPath } from '../../model/remote-assets.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import type { PlannedAsset, PlannedPage } from '../../model/site-plan.ts'
import { sanitizeUrl } from '../../page/sanitize/sanitize-url.ts'
import { readRemoteAddress } from '../../plan/assets/remote/list-candidates.ts'

/** What an image or another embedded file is. */
export type AssetTarget =
  | { kind: 'asset'; href: string; path: string; width?: number; height?: number }
  | { kind: 'outside'; href: string; host: string }
  | { kind: 'inline'; href: string }
  | { kind: 'live'; href: string }
  | { kind: 'missing'; path: string; reason: string }

/** Finds the file that `src` names: from the root, beside the page, or on another host. */
export function resolveAsset(src: string, from: PlannedPage, site: SiteIndex): AssetTarget {
  const inline = /^\s*data:/i.test(src) ? sanitizeUrl(src, 'image') : undefined
  if (inline !== undefined) return { kind: 'inline', href: inline }
  const outside = /^(?:https?:)?\/\/([^/?#\s]+)/i.exec(src)
  if (outside?.[1] && site.plan.remote) return resolveRemote(src, from, site)
  if (outside?.[1]) {
    return { kind: 'outside', href: src.startsWith('//') ? `https:${src}` : src, host: outside[1].toLowerCase() }
  }
  for (const path of candidates(src, from)) {
    const asset = Object.hasOwn(site.plan.assets, path) ? site.plan.assets[path] : undefined
    if (asset?.refused) return { kind: 'missing', path, reason: asset.refused }
    if (asset) return toAsset(path, asset, from)
  }
  return { kind: 'missing', path: src, reason: 'There is no such file in the docs folder.' }
}

/** A path without a leading slash is meant from the page's folder, and by many authors from the root. */
function candidates(src: string, from: PlannedPage): string[] {
  const path = decodePath(src.replace(/[?#].*$/s, ''))
  if (path.startsWith('/')) return [join('.', path)]
  const beside = join(dirname(from.file), path)
  const atRoot = join('.', path)
  return beside === atRoot ? [beside] : [beside, atRoot]
}

/** What was fetched is a file of the site like any other; what was not is never asked for by a page. */
function resolveRemote(src: string, from: PlannedPage, { plan }: SiteIndex): AssetTarget {
  const { files = {}, live = {}, failures = {} } = plan.remote ?? {}
  const url = readRemoteAddress(src)
  if (url === undefined) return { kind: 'missing', path: src, reason: 'It is no address that can be fetched.' }
  if (Object.hasOwn(live, url)) return { kind: 'live', href: url }
  const path = Object.hasOwn(files, url) ? remoteAssetPath(files[url] ?? '') : undefined
  const asset = path === undefined ? undefined : plan.assets[path]
  if (path === undefined || !asset) {
    const reason = Object.hasOwn(failures, url) ? failures[url] : 'the pages did not name it when files were fetched'
    return { kind: 'missing', path: url, reason: `It could not be fetched: ${reason}.` }
  }
  if (asset.refused) return { kind: 'missing', path: url, reason: asset.refused }
  return toAsset(path, asset, from)
}

function toAsset(path: string, asset: PlannedAsset, from: PlannedPage): AssetTarget {
  const [width, height] = asset.size ?? []
  const size = width !== undefined && height !== undefined && { width, height }
  return { kind: 'asset', path, href: relativePath(from.output, assetOutput(path, asset)), ...size }
}
