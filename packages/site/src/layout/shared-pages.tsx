import type { Section } from '../model/navigation-index.ts'
import { allPagesPath, sectionPagePath } from '../model/paths.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { PlannedPage } from '../model/site-plan.ts'
import { sectionTitle } from '../plan/navigation/index-navigation.ts'
import { createPageIcons } from '../render/html/create-page-icons.ts'
import { type Chrome, createChrome } from './chrome.ts'
import { layOutPage } from './lay-out-page.ts'
import { themeOf } from './theme/theme-of.ts'

// A list that a browser shows at once; longer ones go on over further pages.
const linksOfPage = 500

/**
 * The way to every page for a reader without script: one page that lists the sections, and for each section its pages.
 */
export function* renderPageLists(site: SiteIndex): Generator<{ path: string; text: string }> {
  const { sections } = site.navigation
  yield render(allPagesPath, 'All pages', site, (chrome) => (
    <ul class="page-list">
      {sections.map((section) => (
        <li>
          <a href={chrome.toFile(sectionPagePath(section.key))}>{sectionTitle(section, site.plan.config.name)}</a> (
          {section.pages.length})
        </li>
      ))}
    </ul>
  ))
  for (const section of sections) yield* renderSection(section, site)
}

function* renderSection(section: Section, site: SiteIndex) {
  const count = Math.max(1, Math.ceil(section.pages.length / linksOfPage))
  for (let number = 1; number <= count; number++) {
    const routes = section.pages.slice((number - 1) * linksOfPage, number * linksOfPage)
    yield render(sectionPagePath(section.key, number), sectionTitle(section, site.plan.config.name), site, (chrome) => (
      <>
        <ul class="page-list">
          {routes.map((route) => (
            <li>
              <a href={chrome.toPage(route)}>{site.pages.get(route)?.title}</a>
            </li>
          ))}
        </ul>
        <p>
          {number > 1 && <a href={chrome.toFile(sectionPagePath(section.key, number - 1))}>{chrome.words.previous}</a>}{' '}
          {number < count && <a href={chrome.toFile(sectionPagePath(section.key, number + 1))}>{chrome.words.next}</a>}
        </p>
        <p>
          <a href={chrome.toFile(allPagesPath)}>{chrome.words.allPages}</a>
        </p>
      </>
    ))
  }
}

/** A page of our own in the site's clothes. */
function render(
  path: string,
  title: string,
  site: SiteIndex,
  content: (chrome: Chrome) => unknown,
): { path: string; text: string } {
  const page: PlannedPage = { route: `/${path}`, file: path, output: path, title, noindex: true }
  const chrome = createChrome(page, site, createPageIcons(site.plan.config.iconLibrary))
  const { text } = layOutPage({
    chrome,
    description: undefined,
    mode: 'center',
    content: String(content(chrome)),
    banner: '',
    headings: [],
    theme: themeOf(site),
  })
  return { path, text }
}

/** Sends a reader on, without script and from a disk too; `href` is relative to the page. */
export function renderRedirect(href: string, title: string): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="refresh" content={`0; url=${href}`} />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="canonical" href={href} />
      </head>
      <body>
        <p>
          <a href={href}>{title}</a>
        </p>
      </body>
    </html>
  )
  return `<!doctype html>\n${page}\n`
}
