import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { componentNames } from './components/component-names.ts'
import type { NotedUpdate } from './components/draw-context.ts'
import { drawTree } from './components/draw-tree.tsx'
import { emptyFacts, failedPage } from './failed-page.ts'
import type { SiteFile } from './files.ts'
import { createChrome } from './layout/chrome.ts'
import { drawBanner } from './layout/draw-banner.ts'
import { layOutPage, readMode } from './layout/lay-out-page.ts'
import type { SiteIndex } from './links/site-index.ts'
import { makeFeed } from './machines/make-feed.ts'
import { markdownPath, pageMarkdown } from './machines/page-markdown.ts'
import { listDirectory } from './navigation/list-directory.ts'
import { drawApiPage } from './openapi/draw-api-page.ts'
import { isGenerated } from './openapi/is-generated.ts'
import { type InterpretedPage, interpretPage } from './page/interpret-page.ts'
import { PageError } from './page/page-error.ts'
import { createPageContext } from './page-context.ts'
import type { PageFacts, RenderedPage } from './page-facts.ts'
import { isListed } from './plan/is-listed.ts'
import type { PlannedPage } from './plan/site-plan.ts'
import { describeForSearch } from './search/describe-for-search.ts'
import { createPageIcons } from './theme/create-page-icons.ts'
import type { Tools } from './tools.ts'

/**
 * One page's whole walk: read, parse, interpret, draw with its links resolved, lay out. It never goes back, and it waits
 * for nothing: a child has one page at a time, and reading it at once takes half the time of reading it by and by.
 */
export function renderPage(page: PlannedPage, site: SiteIndex, root: string, tools: Tools): RenderedPage {
  try {
    const source = isGenerated(page) ? '' : readFileSync(join(root, page.file), 'utf8')
    const interpreted = interpret(page.file, source, site, root)
    const drawn = drawApiPage(page, interpreted, site, root, tools.specs)
    return finishPage(page, `${source}\n\n${drawn.markdown ?? ''}`, drawn, site, tools)
  } catch (error) {
    if (error instanceof PageError) return failedPage(page, error.reason, error)
    throw error
  }
}

function interpret(file: string, source: string, { importable, plan }: SiteIndex, root: string): InterpretedPage {
  return interpretPage({
    file,
    source,
    // Only files that the plan has seen: no path of an author reaches outside the docs folder.
    readSnippet: (path) => (importable.has(path) ? readFileSync(join(root, path), 'utf8') : undefined),
    variables: plan.config.variables,
    components: componentNames,
  })
}

function finishPage(
  page: PlannedPage,
  source: string,
  interpreted: InterpretedPage,
  site: SiteIndex,
  tools: Tools,
): RenderedPage {
  const facts: PageFacts = {
    ...emptyFacts(page),
    headings: interpreted.headings,
    imports: interpreted.imports,
    diagnostics: interpreted.diagnostics,
  }
  const icon = createPageIcons(site.plan.config.iconLibrary)
  const chrome = createChrome(page, site, icon)
  const updates: NotedUpdate[] = []
  const context = createPageContext({ page, site, tools, icon, words: chrome.words, facts, updates })
  const content = drawTree([...interpreted.children, ...listDirectory(page, site)], context)
  const banner = drawBanner(site, context)
  const description = textOf(interpreted.frontMatter.description)
  facts.anchors = findIds(content)
  const feed = interpreted.frontMatter.rss === false ? undefined : makeFeed(chrome, description, updates)
  const { text, hosts } = layOutPage({
    chrome,
    description,
    mode: readMode(interpreted.frontMatter.mode),
    content,
    banner,
    headings: interpreted.headings,
    theme: site.theme,
    needs: facts.needs,
    ...(feed && { feed: feed.path }),
  })
  facts.hosts = hosts
  if (isListed(page)) facts.search = describeForSearch(content, page.title, description)
  if (description) facts.description = description
  const files: SiteFile[] = [{ path: page.output, bytes: Buffer.from(text) }]
  if (!page.withoutMarkdown) {
    const markdown = pageMarkdown(source, page.title, description)
    files.push({ path: markdownPath(page.output), bytes: Buffer.from(markdown) })
  }
  if (feed) files.push(feed)
  return { page: page.route, files, facts }
}

/**
 * Every id, found by the attribute and not by the tags, of which there are a hundred times as many. Text holds quotes as
 * they are but never an angle bracket, so the nearest one says whether it is a tag. The shapes of icons have ids too,
 * which are nobody's address.
 */
function findIds(html: string): string[] {
  const ids: string[] = []
  for (let at = html.indexOf(' id="'); at !== -1; at = html.indexOf(' id="', at + 1)) {
    const tag = html.lastIndexOf('<', at)
    if (tag < html.lastIndexOf('>', at) || html.startsWith('<g ', tag)) continue
    ids.push(decodeEntities(html.slice(at + 5, html.indexOf('"', at + 5))))
  }
  return ids
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
