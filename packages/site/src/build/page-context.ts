import type { PageFacts } from '../model/page-facts.ts'
import type { SourcePoint } from '../model/page-tree.ts'
import { decodePath } from '../model/paths/decode-path.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { PlannedPage } from '../model/site-plan.ts'
import type { Words } from '../model/words/words.ts'
import { createIds } from '../page/create-ids.ts'
import type { NotedUpdate, RenderContext } from '../render/html/render-context.ts'
import { resolveAsset } from '../render/links/resolve-asset.ts'
import { resolveLink } from '../render/links/resolve-link.ts'
import type { Asked } from './reuse/page-trace.ts'
import type { Tools } from './tools.ts'

interface PageContextInput {
  page: PlannedPage
  site: SiteIndex
  tools: Tools
  icon: RenderContext['icon']
  words: Words
  /** Filled while the page is rendered. */
  facts: PageFacts
  /** Filled too: the entries of a changelog. */
  updates: NotedUpdate[]
  asked: Asked
}

/** What the components ask while a page is rendered; every answer leaves its trace in the page's facts. */
export function createPageContext(input: PageContextInput): RenderContext {
  const { page, site, facts, updates, asked, tools, icon, words } = input
  const start: SourcePoint = { file: page.file, line: 1, column: 1 }
  const warn = (code: string, message: string, at: SourcePoint) =>
    facts.diagnostics.push({ code, severity: 'warning', message, at })
  return {
    resolveLink(href, at = start) {
      const target = resolveLink(href, page, site)
      asked.links.set(href, target)
      if (target.kind === 'page' && target.anchor) {
        facts.anchorLinks.push({ route: target.route, anchor: decodePath(target.anchor), at })
      }
      if (target.kind === 'file') addOnce(facts.downloads, target.path)
      if (target.kind === 'private') warn('broken_link', `“${href}” leads to a private page, which is left out.`, at)
      if (target.kind === 'broken') warn('broken_link', `“${href}” leads to no page and no file.`, at)
      return target.href
    },
    resolveAsset(src, at = start) {
      const target = resolveAsset(src, page, site)
      asked.assets.set(src, target)
      if (target.kind === 'missing') {
        warn('missing_asset', `“${src}” cannot be shown. ${target.reason}`, at)
        return undefined
      }
      if (target.kind === 'asset') addOnce(facts.assets, target.path)
      return { href: target.href }
    },
    highlight: (code, language) => tools.highlighter.highlight(code, language, tools.highlightCache),
    icon,
    warn: (diagnostic) => facts.diagnostics.push(diagnostic),
    words,
    id: createIds(facts.headings.map(({ id }) => id)),
    need: (part) => addOnce(facts.needs, part),
    noteUpdate: (update) => updates.push(update),
  }
}

function addOnce<Item>(list: Item[], item: Item): void {
  if (!list.includes(item)) list.push(item)
}
