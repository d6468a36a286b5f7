import { raw } from 'hono/html'
import type { PageFacts } from '../page-facts.ts'
import type { Chrome } from './chrome.ts'
import { contentSecurity, findEmbeddedHosts } from './content-security.ts'
import { Head, type ThemePaths } from './head.tsx'
import { Header, NavbarSheet } from './header.tsx'
import { isRightToLeft, languageTag } from './languages.ts'
import { Contents, Footer, Pager } from './page-tail.tsx'
import { Sidebar } from './sidebar.tsx'
import { SidebarSwitches } from './switches.tsx'

export interface LayoutInput {
  chrome: Chrome
  description: string | undefined
  /** How much stands around the content. */
  mode: PageMode
  /** The drawn page, its links already those of its place in the site. */
  content: string
  banner: string
  headings: PageFacts['headings']
  theme: ThemePaths
}

const pageModes = ['default', 'wide', 'custom', 'center', 'frame'] as const

export type PageMode = (typeof pageModes)[number]

export function readMode(value: unknown): PageMode {
  return pageModes.find((mode) => mode === value) ?? 'default'
}

/** The whole HTML of a page. Nothing here parses or looks anything up in the author's text. */
export function layOutPage(input: LayoutInput): string {
  const { chrome, mode, content, banner } = input
  const language = chrome.section?.trail.find(({ kind }) => kind === 'language')?.label ?? 'en'
  const { appearance } = chrome.site.plan.config
  const page = (
    <html
      lang={languageTag(language)}
      dir={isRightToLeft(language) ? 'rtl' : undefined}
      data-root={chrome.toFile('')}
      data-appearance={appearance.default}
      data-strict={appearance.strict || undefined}
    >
      <Head {...input} policy={contentSecurity(findEmbeddedHosts(content + banner))} />
      <body class={`mode-${mode}`}>
        <a class="skip-link" href="#bindery-content">
          {chrome.words.skipToContent}
        </a>
        {banner !== '' && <div class="site-banner">{raw(banner)}</div>}
        <Header chrome={chrome} />
        <Body input={input} />
        <Footer chrome={chrome} />
      </body>
    </html>
  )
  return `<!doctype html>\n${page}\n`
}

function Body({ input: { chrome, mode, description, content, headings } }: { input: LayoutInput }) {
  return (
    <div class="shell">
      <aside class="sidebar" id="bindery-sidebar" aria-label={chrome.words.sidebar}>
        <SidebarSwitches chrome={chrome} />
        <Sidebar chrome={chrome} />
        <NavbarSheet chrome={chrome} />
      </aside>
      <main class="content" id="bindery-content">
        <article class="prose">
          {mode !== 'custom' && <PageHeader chrome={chrome} description={description} />}
          {raw(content)}
        </article>
        {mode !== 'custom' && <Pager chrome={chrome} />}
      </main>
      {mode === 'default' && (
        <div class="contents-side">
          <Contents headings={headings} chrome={chrome} />
        </div>
      )}
    </div>
  )
}

function PageHeader({ chrome, description }: { chrome: Chrome; description: string | undefined }) {
  const eyebrow = chrome.place?.groups.at(-1)?.label
  return (
    <header class="page-header">
      {eyebrow && <p class="eyebrow">{eyebrow}</p>}
      <h1>{chrome.page.title}</h1>
      {description && <p class="lead">{description}</p>}
    </header>
  )
}
