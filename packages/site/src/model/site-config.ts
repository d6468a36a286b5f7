import type { SampleLanguage } from './api/sample-languages.ts'

/** The settings of a site that its pages and its chrome are made with, whatever file they were written in. */
export interface SiteConfig {
  name: string
  description?: string
  theme: string
  colors: { primary: string; light?: string; dark?: string }
  logo?: Pair & { href?: string }
  favicon?: Pair
  fonts: { heading?: Font; body?: Font }
  appearance: { default: 'system' | 'light' | 'dark'; strict: boolean }
  background: { decoration?: string; color?: Partial<Pair>; image?: Pair }
  iconLibrary: 'fontawesome' | 'lucide' | 'tabler'
  navbar: { links: (LabelledLink & { type?: string })[]; primary?: LabelledLink & { type: string } }
  footer: { socials: { name: string; href: string }[]; columns: { header?: string; links: LabelledLink[] }[] }
  banner?: Banner
  redirects: Redirect[]
  variables: Record<string, string>
  notFound: { title?: string; description?: string; redirect: boolean }
  /** `folders` of the addresses of a description's pages, by the file as it is named. */
  api: {
    openapi: string[]
    asyncapi: string[]
    folders: Record<string, string>
    channelFolders: Record<string, string>
    server?: string
    params?: ApiParams
    examples?: ApiExamples
  }
  seo: {
    indexing: 'navigable' | 'all'
    metatags: Record<string, string>
    paths: { folder: string; metatags: Record<string, string> }[]
    organization?: Organization
  }
  /** Where a reader may change a page; `$file` in it is the page's file. */
  editAddress?: string
  /** Pages say when they were last changed. */
  timestamp?: true
  /** A picture for links to pages, where they are shown elsewhere. */
  thumbnail?: string
  /** What a page's menu offers; absent where only its Markdown is offered. */
  contextual?: PageAction[]
  /** A group of the sidebar leads to its first page. */
  drilldown: boolean
  search: { prompt?: string }
  /** The author's own choice of the theme's words, by their names. */
  words: Record<string, string>
  breadcrumbs: boolean
  /** Whether the author's style sheets are used. */
  authorStyles: boolean
  /** Names of themes; dark on every page, or as the page is. */
  codeblocks?: 'dark' | Pair
}

/** Who publishes the site, as search engines are told. */
export interface Organization {
  name: string
  url?: string
  logo?: string
  sameAs?: string[]
}

/** How the fields of an API are shown. */
export interface ApiParams {
  /** Whether what a field holds is unfolded; else the first level is. */
  expanded?: 'all' | 'closed'
  /** Keys of schemas whose values stand beside the names of their fields. */
  post?: string[]
}

/** What requests are shown. */
export interface ApiExamples {
  languages?: SampleLanguage[]
  /** What is in them; else what is required, and what has an example. */
  defaults?: 'required' | 'all'
  /** Only those that an author wrote. */
  written?: true
}

export interface Banner {
  content: string
  dismissible: boolean
  type?: 'warning' | 'critical'
  color?: Pair
}

export interface Pair {
  light: string
  dark: string
}

export interface Font {
  family: string
  weight?: number
  source?: string
  format?: string
}

export interface LabelledLink {
  label: string
  href: string
  icon?: string
}

/** An entry of a page's menu: one of ours by its name, or a link of the author's with `$path` and `$page` in it. */
export type PageAction = string | { title: string; href: string; icon?: string }

export interface Redirect {
  source: string
  destination: string
  permanent: boolean
}
