import type { PageFacts } from '../model/page-facts.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { PlannedPage } from '../model/site-plan.ts'
import { quote } from '../page/compile/compile-jsx.ts'
import type { PageCode } from '../page/interpret/islands/compile-islands.ts'
import { scriptDigest } from '../render/html/script-digest.ts'
import { resolveAsset } from '../render/links/resolve-asset.ts'
import { resolveLink } from '../render/links/resolve-link.ts'
import type { Asked } from './reuse/page-trace.ts'

interface ScriptInput {
  page: PlannedPage
  site: SiteIndex
  /** Learn of the files that the code shows, and of the code itself. */
  facts: PageFacts
  asked: Asked
}

/**
 * The author's code of a page, as the element that holds it. It stands inside the page, where the content policy allows
 * it by its digest: a change to it changes the pages that use it and no other file.
 */
export function writeAuthorScript(code: PageCode, input: ScriptInput): string {
  const { facts } = input
  const addresses = [...new Set(code.paths)].sort().flatMap((path) => {
    const href = findAddress(path, input)
    return href === undefined ? [] : [`${quote(path)}:${quote(href)}`]
  })
  const listed = addresses.length > 0 ? `$.addresses({${addresses.join(',')}});\n` : ''
  const text = withoutEnd(`(window.binderyComponents??=[]).push(function($){"use strict";\n${listed}${code.text}\n})`)
  facts.code = { bytes: Buffer.byteLength(text), digest: scriptDigest(text) }
  facts.needs.push('components')
  return `<script>${text}</script>`
}

/** In text and in patterns a backslash changes nothing; anywhere else these are no JavaScript, and the page stays as it is. */
function withoutEnd(text: string): string {
  return text.replace(/<(?=\/script|!--)/gi, '<\\')
}

/** Of a file or a page of the site; a text that is neither is no address, so nothing is reported. */
function findAddress(path: string, { page, site, facts, asked }: ScriptInput): string | undefined {
  const asset = resolveAsset(path, page, site)
  asked.assets.set(path, asset)
  if (asset.kind === 'asset') {
    if (!facts.assets.includes(asset.path)) facts.assets.push(asset.path)
    return asset.href
  }
  const link = resolveLink(path, page, site)
  asked.links.set(path, link)
  return link.kind === 'page' ? link.href : undefined
}
