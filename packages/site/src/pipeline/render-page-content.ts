import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPictureTag } from '../config/settings/known-front-matter.ts'
import { createChrome } from '../layout/chrome.ts'
import { bannerOf, renderBanner } from '../layout/render-banner.ts'
import type { PageFacts } from '../model/page-facts.ts'
import { readMode } from '../model/page-mode.ts'
import type { SourcePoint, TreeNode } from '../model/page-tree.ts'
import { decodePath, markdownPath } from '../model/paths.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { PlannedPage } from '../model/site-plan.ts'
import type { Words } from '../model/words/words.ts'
import { makeFeed } from '../outputs/feeds/make-feed.ts'
import { hidePrivateLinks, pageMarkdown } from '../outputs/feeds/page-markdown.ts'
import { describeForSearch } from '../outputs/search/describe-for-search.ts'
import { createIds } from '../page/ids/create-ids.ts'
import { type InterpretedPage, interpretPage } from '../page/interpret/interpret-page.ts'
import { readRemoteAddress } from '../plan/assets/remote/list-candidates.ts'
import { isGenerated, isListed } from '../plan/pages/page-kind.ts'
import { componentNames } from '../render/components/component-names.ts'
import { listDirectory } from '../render/components/list-directory.ts'
import { renderTree } from '../render/components/render-tree.tsx'
import { createPageIcons } from '../render/html/create-page-icons.ts'
import { deferOutside } from '../render/html/defer-outside.ts'
import { findIds } from '../render/html/find-ids.ts'
import { hurryFirstPicture } from '../render/html/hurry-first-picture.ts'
import type { NotedUpdate, RenderContext } from '../render/html/render-context.ts'
import { resolveAsset } from '../render/links/resolve-asset.ts'
import { resolveLink } from '../render/links/resolve-link.ts'
import { renderApiPage } from '../render/openapi/render-api-page.ts'
import { collectClasses } from '../render/utilities/collect-classes.ts'
import { writeAuthorScript } from './author-script.ts'
import { emptyFacts } from './empty-facts.ts'
import { readSource } from './read-source.ts'
import type { PageContent } from './reuse/page-content.ts'
import { type Asked, askNothing, digestText } from './reuse/page-trace.ts'
import type { Tools } from './tools.ts'

/** Reads, parses, interprets and renders a page, with its links resolved; `asked` is all that it was made from. */
export async function renderPageContent(page: PlannedPage, site: SiteIndex, root: string, tools: Tools) {
  const asked = askNothing()
  const { source, problems } = isGenerated(page) ? { source: '', problems: [] } : readSource(root, page.file)
  if (!isGenerated(page)) asked.files.set(page.file, digestText(source))
  const interpreted = interpret(page.file, source, site, root, asked)
  interpreted.diagnostics.unshift(...problems)
  const described = renderApiPage(page, interpreted, site, root, tools.specs)
  const rendered = await renderInterpreted(page, described, site, tools, asked)
  if (!page.withoutMarkdown) {
    const own = pageMarkdown(source, page.file, page.title, rendered.facts.description, interpreted.parsed)
    const text = described.markdown ? `${own}\n${described.markdown.trim()}\n` : own
    rendered.besides.unshift({
      path: markdownPath(page.output),
      bytes: Buffer.from(hidePrivateLinks(text, page, site)),
    })
  }
  return { drawn: rendered, asked }
}

function interpret(file: string, source: string, { importable, plan }: SiteIndex, root: string, asked: Asked) {
  return interpretPage({
    file,
    source,
    readSnippet(path) {
      // Only files that the plan has seen: no path of an author reaches outside the docs folder.
      const text = importable.has(path) ? readFileSync(join(root, path), 'utf8') : undefined
      asked.files.set(path, text === undefined ? null : digestText(text))
      return text
    },
    variables: plan.config.variables,
    components: componentNames,
    compiles: plan.authorCode !== undefined,
  })
}

async function renderInterpreted(
  page: PlannedPage,
  interpreted: InterpretedPage,
  site: SiteIndex,
  tools: Tools,
  asked: Asked,
): Promise<PageContent> {
  const { headings, ids, imports, diagnostics, frontMatter } = interpreted
  const facts: PageFacts = { ...emptyFacts(page), headings, imports, diagnostics }
  const icons = new Set<string>()
  const icon = createPageIcons(site.plan.config.iconLibrary, icons)
  const chrome = createChrome(page, site, icon)
  const updates: NotedUpdate[] = []
  const context = createPageContext({ page, site, tools, icon, words: chrome.words, facts, ids, updates, asked })
  const tree = [...interpreted.children, ...listDirectory(page, site)]
  const content = deferOutside(hurryFirstPicture(renderTree(tree, context)))
  const banner = deferOutside(renderBanner(chrome.section, site, context))
  const description = typeof frontMatter.description === 'string' ? frontMatter.description : undefined
  facts.anchors = findIds(content).map(({ id }) => id)
  if (isListed(page) && !page.own?.unsearchable) {
    facts.search = describeForSearch(content, {
      ...page.own,
      title: page.title,
      description,
      route: page.route,
      updates: updates.length,
      isOperation: page.operation !== undefined,
    })
  }
  resolveSocialPictures(page, context)
  if (description) facts.description = description
  const script = interpreted.code && writeAuthorScript(interpreted.code, { page, site, facts, asked })
  const feed = frontMatter.rss === false ? undefined : makeFeed(chrome, description, updates)
  return {
    content: content + (script ?? ''),
    banner,
    mode: readMode(frontMatter.mode),
    rules: await compileRules([...tree, ...bannerOf(chrome.section, site), ...classesOf(interpreted)], tools, facts),
    icons: [...icons],
    facts,
    besides: feed ? [feed] : [],
    ...(feed && { feed: feed.path }),
  }
}

/** What the page's code may show later has rules from the beginning. */
function classesOf({ code }: InterpretedPage): TreeNode[] {
  const props = { class: code?.words.join(' ') ?? '' }
  return code ? [{ kind: 'element', name: 'div', props, children: [] }] : []
}

/** Pictures that only links elsewhere show are part of the site too. */
function resolveSocialPictures({ own, file }: PlannedPage, context: RenderContext): void {
  for (const [name, value] of Object.entries(own?.metatags ?? {})) {
    if (isPictureTag(name) && !/^https?:/i.test(value)) context.resolveAsset(value, { file, line: 1, column: 1 })
  }
}

async function compileRules(tree: readonly TreeNode[], { utilities }: Tools, { file, diagnostics }: PageFacts) {
  const { css, refused } = await utilities.compile(collectClasses(tree))
  for (const name of refused) {
    const message = `The class “${name}” is left without a rule: it may load nothing and style only the page's content.`
    diagnostics.push({ code: 'refused_style', message, at: { file, line: 1, column: 1 } })
  }
  return css
}

interface PageContextInput {
  page: PlannedPage
  site: SiteIndex
  tools: Tools
  icon: RenderContext['icon']
  words: Words
  /** Filled while the page is rendered. */
  facts: PageFacts
  /** Of headings and parts, and those that the author wrote. */
  ids: string[]
  /** Filled too: the entries of a changelog. */
  updates: NotedUpdate[]
  asked: Asked
}

/** What the components ask while a page is rendered; every answer leaves its trace in the page's facts. */
export function createPageContext(input: PageContextInput): RenderContext {
  const { page, site, facts, ids, updates, asked, tools, icon, words } = input
  const start: SourcePoint = { file: page.file, line: 1, column: 1 }
  const warn = (code: string, message: string, at: SourcePoint) => facts.diagnostics.push({ code, message, at })
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
      const url = readRemoteAddress(src)
      if (url !== undefined) facts.remote = [...new Set([...(facts.remote ?? []), url])]
      if (target.kind === 'missing') {
        warn('missing_asset', `“${src}” cannot be shown. ${target.reason}`, at)
        return undefined
      }
      if (target.kind === 'live') {
        const message = `“${src}” changes with every request, so a copy of it would soon be wrong. Its alternative text is shown.`
        warn('live_asset', message, at)
        return undefined
      }
      if (target.kind !== 'asset') return { href: target.href }
      const { path, kind: _, ...asset } = target
      addOnce(facts.assets, path)
      return asset
    },
    highlight: (code, language) => tools.highlighter.highlight(code, language, tools.highlightCache),
    framesOnClick: site.plan.remote !== undefined,
    icon,
    warn: (diagnostic) => facts.diagnostics.push(diagnostic),
    words,
    id: createIds([...ids, ...facts.headings.map(({ id }) => id)]),
    need: (part) => addOnce(facts.needs, part),
    noteUpdate: (update) => updates.push(update),
  }
}

function addOnce<Item>(list: Item[], item: Item): void {
  if (!list.includes(item)) list.push(item)
}
