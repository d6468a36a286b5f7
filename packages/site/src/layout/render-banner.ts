import { hash } from 'node:crypto'
import type { Section } from '../model/navigation-index.ts'
import type { TreeNode } from '../model/page-tree.ts'
import type { Banner, Pair } from '../model/site-config.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { SitePlan } from '../model/site-plan.ts'
import { interpretPage } from '../page/interpret/interpret-page.ts'
import { PageError } from '../page/parse/page-error.ts'
import { chromeSettings } from '../plan/navigation/chrome-settings.ts'
import { componentNames } from '../render/components/component-names.ts'
import { renderTree } from '../render/components/render-tree.tsx'
import { attribute, Html, html, nothing } from '../render/html/html.ts'
import type { RenderContext } from '../render/html/render-context.ts'
import type { Chrome } from './chrome.ts'
import { formatOklch, parseHex } from './theme/convert-color.ts'
import { inkOn } from './theme/derive-colors.ts'

const trees = new WeakMap<Banner, TreeNode[]>()

/** The announcement of a page's section or of the site, which is Markdown: read once, rendered for each page's place. */
export function renderBanner(section: Section | undefined, site: SiteIndex, context: RenderContext): string {
  const tree = bannerOf(section, site)
  return tree.length === 0 ? '' : renderTree(tree, context)
}

export function bannerOf(section: Section | undefined, { plan }: SiteIndex): TreeNode[] {
  const { banner } = chromeSettings(section, plan.config)
  if (!banner) return []
  const known = trees.get(banner)
  const tree = known ?? readBanner(banner.content, plan)
  if (!known) trees.set(banner, tree)
  return tree
}

function readBanner(source: string, plan: SitePlan): TreeNode[] {
  const input = { file: plan.configFile, source, format: 'mdx' as const, readSnippet: () => undefined }
  try {
    return interpretPage({ ...input, variables: plan.config.variables, components: componentNames }).children
  } catch (error) {
    // What is no Markdown is still an announcement.
    if (error instanceof PageError) return [{ kind: 'text', value: source }]
    throw error
  }
}

/** Around it: its color, and the button that closes it until its words change. */
export function renderAnnouncement({ around, words }: Chrome, rendered: string): Html {
  if (rendered === '') return nothing
  const { type, color, dismissible } = around.banner ?? {}
  const button =
    dismissible &&
    html`<button class="banner-close" type="button" hidden data-bindery-do="banner" aria-label="${words.close}"></button>`
  return html`<aside class="site-banner${type && ` site-banner-${type}`}" aria-label="${words.announcement}"${attribute('style', color && styleOf(color))}>\
${new Html(rendered)}${button || nothing}</aside>`
}

/** The author's color, and the one that can be read on it. */
function styleOf({ light, dark }: Pair): string {
  const ink = (hex: string) => formatOklch(inkOn(parseHex(hex) ?? { l: 1, c: 0, h: 0 }))
  return `--banner:light-dark(${light},${dark});--banner-ink:light-dark(${ink(light)},${ink(dark)})`
}

/** Names the announcement that a reader has closed; undefined for one that stays. */
export function bannerKey({ around }: Chrome): string | undefined {
  return around.banner?.dismissible ? hash('sha256', around.banner.content).slice(0, 12) : undefined
}
