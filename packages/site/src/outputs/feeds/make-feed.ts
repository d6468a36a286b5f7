import type { Chrome } from '../../layout/chrome.ts'
import { feedPath } from '../../model/paths.ts'
import type { SiteFile } from '../../model/site-file.ts'
import { languageOf, languageTag } from '../../model/words/words-of.ts'
import type { NotedUpdate } from '../../render/html/render-context.ts'
import { renderFeed } from './render-feed.ts'

/** The feed of a page with entries of a changelog; none while the site's address is unknown, since a feed is read elsewhere. */
export function makeFeed(
  { page, site, section }: Chrome,
  description: string | undefined,
  updates: NotedUpdate[],
): SiteFile | undefined {
  const { siteUrl, config } = site.plan
  if (updates.length === 0 || siteUrl === undefined || page.withoutFeed) return undefined
  const language = languageTag(languageOf(section))
  const text = renderFeed({ page, siteUrl, siteName: config.name, language, description, updates })
  return { path: feedPath(page), bytes: Buffer.from(text) }
}
