import type { PageFacts } from '../../model/page-facts.ts'
import type { PageMode } from '../../model/page-mode.ts'
import type { PageTrace } from '../../model/page-trace.ts'
import type { SiteFile } from '../../model/site-file.ts'

/** All of a page that does not change when only the navigation around it does. */
export interface PageContent {
  content: string
  banner: string
  mode: PageMode
  /** Rules of the utility classes that the content has. */
  rules: string
  /** Ids of the icons whose shapes the content holds: what is laid out around it refers to them. */
  icons: string[]
  /** Complete but for the hosts and the place in the search, which the layout knows. */
  facts: PageFacts
  /** The page as Markdown, and its feed. */
  besides: SiteFile[]
  feed?: string
}

/** What of it stands in a trace as it is. */
export function pickReusable({ banner, mode, icons, feed }: PageContent | PageTrace) {
  return { banner, mode, icons, ...(feed !== undefined && { feed }) }
}
