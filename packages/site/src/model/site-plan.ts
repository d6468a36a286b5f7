import type { Advice } from './advice.ts'
import type { FetchedSpecs } from './fetched-specs.ts'
import type { FoundProblem } from './finding.ts'
import type { Navigation } from './navigation.ts'
import type { RemoteAssets } from './remote-assets.ts'
import type { PageAction, SiteConfig } from './site-config.ts'

/**
 * All that one page must know of the others. With the docs folder it decides every byte of the site, so that pages can
 * be rendered anywhere and in any order. Plain data; about 200 bytes a page.
 */
export interface SitePlan {
  renderer: string
  configFile: string
  /** A page that cannot be rendered as it was written fails the site. */
  strict?: true
  /** Where the site will stand, without a slash at its end; what needs whole addresses is left out without it. */
  siteUrl?: string
  config: SiteConfig
  navigation: Navigation
  /** Sorted by output path. */
  pages: PlannedPage[]
  /** Files a page may import, beside pages themselves. */
  sources: string[]
  redirects: PlannedRedirect[]
  assets: Record<string, PlannedAsset>
  /** Descriptions of APIs on other hosts, where there are any. */
  fetched?: Pick<FetchedSpecs, 'folder' | 'digests'>
  /** What the site shows of other hosts, fetched before; without it their addresses stay in the pages. */
  remote?: RemoteAssets
  /** The author's own code runs in readers' browsers; without it none of it is in the site. */
  authorCode?: { scripts: AuthorScript[] }
  /** Style sheets of the author, where there are any and they are used. */
  styles?: PlannedStyles
  leftOut: LeftOut[]
  /** Routes of the pages among them that are private. */
  privateRoutes?: string[]
  /** Routes of pages that stand elsewhere, because only some of the site's were asked for. */
  unselected?: string[]
  advice: Advice[]
  /** What was found in the sources, beside what each page tells of itself. */
  findings?: FoundProblem[]
}

export interface PlannedPage {
  /** The address without extension, `/a/b`; names the page everywhere. */
  route: string
  file: string
  output: string
  title: string
  /** The shorter title of the sidebar, where there is one. */
  label?: string
  icon?: string
  tag?: string
  /** `GET`, `POST`, … on pages that describe an operation. */
  method?: string
  /** The operation of an OpenAPI file that it describes; a page without a text of its own has that file as its own. */
  operation?: { spec: string; key: string }
  /** The entry leads here and not to the page itself. */
  url?: string
  deprecated?: true
  hidden?: true
  noindex?: true
  /** Another file stands where its Markdown would. */
  withoutMarkdown?: true
  /** Another file stands where its feed would. */
  withoutFeed?: true
  /** The navigation names it. */
  named?: true
  /** It is the first page, and stands at the root of the site too, where there is no page of that address. */
  front?: true
  own?: OwnSettings
}

/** What a page sets for itself alone. */
export interface OwnSettings {
  canonical?: string
  robots?: string
  metatags?: Record<string, string>
  /** The day on which its author last changed it. */
  updated?: string
  /** No links to its neighbours. */
  withoutPager?: true
  /** Pages to read next, with a label where its author gives one. */
  related?: { label?: string; href: string }[]
  contextual?: PageAction[]
  /** No search of the site finds it. */
  unsearchable?: boolean
  keywords?: string[]
  /** How much more its words count in the search; less, below 1. */
  boost?: number
}

export interface PlannedAsset {
  /** First 12 hexadecimal digits of the SHA-256 of its bytes. */
  hash: string
  /** Of a picture whose bytes say it, in pixels. */
  size?: [width: number, height: number]
  /** Why it cannot be carried, though it is there: it is treated as missing. */
  refused?: string
  /** Its own name belongs to another file of the site: links to it lead to the name that holds its digest. */
  renamed?: true
}

/** A `.js` file of the docs folder that runs on every page. */
export interface AuthorScript {
  file: string
  /** As that of an asset. */
  hash: string
  bytes: number
}

export interface PlannedStyles {
  /** In their order; the digest is of the text, for pages do not depend on it. */
  files: [path: string, digest: string][]
  /** Addresses on other hosts that they name. */
  remote: string[]
}

/** A page that only leads to where an address has moved. */
export interface PlannedRedirect {
  output: string
  destination: string
}

export interface LeftOut {
  file: string
  reason: string
}
