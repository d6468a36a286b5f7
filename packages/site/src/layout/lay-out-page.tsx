import { raw } from 'hono/html'
import type { PageFacts } from '../page-facts.ts'
import type { Chrome } from './chrome.ts'
import { contentSecurity, findEmbeddedHosts } from './content-security.ts'
import { Head } from './head.tsx'
import { Header } from './header.tsx'
import { isRightToLeft, languageTag } from './languages.ts'
import { Contents, Footer, Pager } from './page-tail.tsx'
import { Sidebar } from './sidebar.tsx'
import { SidebarSwitches } from './switches.tsx'

export interface LayoutInput {
  chrome: Chrome
  description: string | undefined
  /** `default`, `wide`, `custom`, `center` or `frame`: how much stands around the content. */
  mode: string
  /** The drawn page, its links already those of its place in the site. */
  content: string
  banner: string
  headings: PageFacts['headings']
  styles: string[]
  earlyScripts: string[]
  scripts: string[]
}

/** The whole HTML of a page. Nothing here parses or looks anything up in the author's text. */
export function layOutPage(input: LayoutInput): string {
  const { chrome, mode, content } = input
  const language = chrome.section?.trail.find(({ kind }) => kind === 'language')?.label ?? 'en'
  const policy = contentSecurity(findEmbeddedHosts(content + input.banner))
  const page = (
    <html
      lang={languageTag(language)}
      dir={isRightToLeft(language) ? 'rtl' : undefined}
      data-root={chrome.toFile('')}
      data-appearance={chrome.site.plan.config.appearance.default}
    >
      <Head {...input} policy={policy} />
      <body class={`mode-${mode}`}>
        <a class="skip-link" href="#content">
          {chrome.words.skipToContent}
        </a>
        {input.banner !== '' && <div class="site-banner">{raw(input.banner)}</div>}
        <Header chrome={chrome} />
        <div class="shell">
          {hasSidebar(mode) && (
            <aside class="sidebar" id="sidebar">
              <SidebarSwitches chrome={chrome} />
              <Sidebar chrome={chrome} />
            </aside>
          )}
          <main id="content" class="content">
            <Article input={input} />
            {hasSidebar(mode) && <Pager chrome={chrome} />}
          </main>
          {mode === 'default' && (
            <aside class="contents-side">
              <Contents headings={input.headings} chrome={chrome} />
            </aside>
          )}
        </div>
        <Footer chrome={chrome} />
      </body>
    </html>
  )
  return `<!doctype html>\n${page}\n`
}

function Article({ input: { chrome, mode, description, content } }: { input: LayoutInput }) {
  const eyebrow = chrome.place?.groups.at(-1)?.label
  return (
    <article class="prose">
      {mode !== 'custom' && (
        <header class="page-header">
          {eyebrow && <p class="eyebrow">{eyebrow}</p>}
          <h1>{chrome.page.title}</h1>
          {description && <p class="lead">{description}</p>}
        </header>
      )}
      {raw(content)}
    </article>
  )
}

function hasSidebar(mode: string): boolean {
  return mode !== 'custom' && mode !== 'center'
}
