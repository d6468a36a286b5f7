import { feedPath, pageAddress, relativePath } from '../../model/paths.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { escapeText } from '../../render/html/html.ts'
import type { NotedUpdate } from '../../render/html/render-context.ts'
import { completeAddresses } from './complete-addresses.ts'
import { readDate } from './read-date.ts'

interface FeedInput {
  page: PlannedPage
  siteUrl: string
  siteName: string
  /** As HTML names it. */
  language: string
  description: string | undefined
  /** As their author ordered them. */
  updates: NotedUpdate[]
}

// A reader keeps what it has seen: the newest are enough, and a changelog of ten years is not sent every hour.
const mostItems = 100

/** The entries of a changelog as RSS 2.0. What an author wrote stands in it as text only, escaped once for XML. */
export function renderFeed({ page, siteUrl, siteName, language, description, updates }: FeedInput): string {
  const address = pageAddress(siteUrl, page)
  // Links on the page are relative to its file.
  const file = `${siteUrl}/${relativePath('', page.output)}`
  const items = updates.slice(0, mostItems).map((update) => renderItem(update, address, file))
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
${tag('title', page.title === siteName ? siteName : `${page.title} · ${siteName}`)}
${tag('link', address)}
${tag('description', description ?? page.title)}
${tag('language', language)}
<atom:link href="${escapeXml(`${siteUrl}/${relativePath('', feedPath(page))}`)}" rel="self" type="application/rss+xml"/>
${items.join('')}</channel>
</rss>
`
}

function renderItem(update: NotedUpdate, address: string, file: string): string {
  const { id, label, description, title, summary, tags, html } = update
  const link = `${address}#${encodeURIComponent(id)}`
  const date = [label, description].map((text) => readDate(text ?? '')).find((found) => found !== undefined)
  const lines = [
    tag('title', title ?? ([label, description].filter(Boolean).join(' · ') || id)),
    tag('link', link),
    tag('guid', link),
    ...(date ? [tag('pubDate', date.toUTCString())] : []),
    ...tags.map((name) => tag('category', name)),
    // Readers take a description for HTML, so plain text is escaped as HTML first.
    ...(summary === undefined ? [] : [tag('description', escapeText(summary))]),
    tag('content:encoded', completeAddresses(html, file)),
  ]
  return `<item>\n${lines.join('\n')}\n</item>\n`
}

function tag(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

// XML has no place for these, not even escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unspeakable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

function escapeXml(text: string): string {
  return escapeText(text.toWellFormed().replace(unspeakable, '')).replaceAll('"', '&quot;')
}
