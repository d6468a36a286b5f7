import type { NotedUpdate } from '../components/draw-context.ts'
import type { SiteFile } from '../files.ts'
import type { Chrome } from '../layout/chrome.ts'
import { languageOf, languageTag } from '../layout/languages.ts'
import { drawFeed } from './draw-feed.ts'
import { feedPath } from './feed-path.ts'

/** The feed of a page with entries of a changelog; none while the site's address is unknown, since a feed is read elsewhere. */
export function makeFeed(
  { page, site, section }: Chrome,
  description: string | undefined,
  updates: NotedUpdate[],
): SiteFile | undefined {
  const { siteUrl, config } = site.plan
  if (updates.length === 0 || siteUrl === undefined || page.withoutFeed) return undefined
  const language = languageTag(languageOf(section))
  const text = drawFeed({ page, siteUrl, siteName: config.name, language, description, updates })
  return { path: feedPath(page), bytes: Buffer.from(text) }
}
