import { markdownPath, pageAddress } from '../model/paths.ts'
import type { PageAction } from '../model/site-config.ts'
import { type Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'

/** Where each assistant takes a question; `%` is the question. */
const assistants: ReadonlyMap<string, [name: string, address: string]> = new Map([
  ['chatgpt', ['ChatGPT', 'https://chatgpt.com/?hints=search&q=%']],
  ['claude', ['Claude', 'https://claude.ai/new?q=%']],
  ['perplexity', ['Perplexity', 'https://www.perplexity.ai/search?q=%']],
  ['grok', ['Grok', 'https://grok.com/?q=%']],
  ['aistudio', ['Google AI Studio', 'https://aistudio.google.com/prompts/new_chat?prompt=%']],
])

/**
 * What can be done with a page: its Markdown, to copy with script, and plain links of the author's choice. Without a
 * choice of his it is the Markdown alone.
 */
export function renderPageMenu(chrome: Chrome): Html {
  const { page, site } = chrome
  if (!site.pages.has(page.route)) return nothing
  const actions = page.own?.contextual ?? site.plan.config.contextual ?? ['copy']
  const links = actions.flatMap((action) => renderAction(action, chrome))
  const menu = html`<details class="switch page-menu"><summary>${chrome.words.more}</summary><ul>${links}</ul></details>`
  return html`${actions.includes('copy') ? renderCopy(chrome) : nothing}${links.length > 0 ? menu : nothing}`
}

/** The page as Markdown, to be given to a program; with script it is copied at once. */
function renderCopy({ page, words, toFile }: Chrome): Html {
  if (page.withoutMarkdown) return nothing
  return html`<a class="copy-page" href="${toFile(markdownPath(page.output))}" data-bindery-do="page" data-bindery-done="${words.copied}">${words.copyPage}</a>`
}

function renderAction(action: PageAction, chrome: Chrome): Html[] {
  const { page, site, toFile } = chrome
  if (typeof action !== 'string') return renderOwn(action, chrome)
  if (action === 'view' && !page.withoutMarkdown) {
    return [html`<li><a href="${toFile(markdownPath(page.output))}">Markdown</a></li>`]
  }
  const [name, address] = assistants.get(action) ?? []
  const { siteUrl } = site.plan
  // An assistant reads the page at its address; a copy without one cannot be read.
  if (name === undefined || address === undefined || siteUrl === undefined) return []
  const question = `Read ${pageAddress(siteUrl, page)} so that I can ask questions about it.`
  return [html`<li><a href="${address.replace('%', encodeURIComponent(question))}">${name}</a></li>`]
}

/** A link of the author's, with the page's path in it; of `$page` the address of its Markdown, which holds the same. */
function renderOwn({ title, href, icon }: Exclude<PageAction, string>, chrome: Chrome): Html[] {
  const { page, site } = chrome
  const needsAddress = href.includes('$page')
  if (href.includes('$mcp') || (needsAddress && site.plan.siteUrl === undefined)) return []
  const markdown = `${site.plan.siteUrl}/${markdownPath(page.output)}`
  const filled = href
    .replaceAll('$path', encodeURIComponent(page.route))
    .replaceAll('$page', encodeURIComponent(markdown))
  return [html`<li><a href="${chrome.toLink(filled)}">${chrome.icon(icon)}${title}</a></li>`]
}
