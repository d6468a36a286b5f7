import { createHash } from 'node:crypto'
import { raw } from 'hono/html'
import type { Section } from '../model/navigation-index.ts'
import { allPagesPath, relativePath, sectionDataPath } from '../model/paths.ts'
import type { SiteIndex } from '../model/site-index.ts'
import { isRightToLeft, languageOf, languageTag, wordsOf } from '../model/words/words-of.ts'
import { parentOf, sectionTitle, sharedFolder } from '../plan/navigation/index-navigation.ts'
import { listReaderScopes } from '../plan/navigation/search-section.ts'
import { resolveAsset } from '../render/links/resolve-asset.ts'
import { siteRoot } from './section-data.ts'
import { deriveColors, hueOf } from './theme/derive-colors.ts'
import { backgroundRules } from './theme/look/background-rules.ts'
import { minifyCss } from './theme/minify-css.ts'
import { readAsset } from './theme/read-asset.ts'
import { themeOf } from './theme/theme-of.ts'

// As many ways on as can be taken in at a glance.
const mostSections = 12

const style = minifyCss(['tokens', 'search', 'not-found'].map((name) => readAsset(`css/${name}.css`)).join('\n'))
const script = readAsset('js/not-found.js')
const policy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * Hosts answer any unknown address with this page, at any depth, so it can rely on no file beside it: it brings its own
 * rules, and its script finds the site to search it, and the page whose address is nearest. Without script its links lead
 * to where the site was made to stand.
 */
export function renderNotFound(site: SiteIndex): string {
  const { name, notFound, colors, background, appearance, words: own } = site.plan.config
  const [first] = site.navigation.sections
  const language = languageOf(first)
  const words = wordsOf(language, own)
  const base = baseOf(site.plan.siteUrl)
  const title = notFound.title ?? words.notFound
  const search = { search: words.search, nothing: words.searchNothing, broken: words.searchBroken }
  const menus = site.navigation.sections.slice(0, mostSections).map(({ key }) => sectionDataPath(key))
  const data = { base, script: themeOf(site).searchScript, scopes: listScopes(site), menus, words: search }
  const logos = listLogos(site)
  const link = (path: string, text: string | undefined) => (
    <a href={`${base}${relativePath('', path)}`} data-bindery-path={relativePath('', path)}>
      {text}
    </a>
  )
  const page = (
    <html
      lang={languageTag(language)}
      dir={isRightToLeft(language) ? 'rtl' : undefined}
      data-bindery-appearance={appearance.default}
      data-bindery-strict={appearance.strict ? '' : undefined}
      data-bindery-site={JSON.stringify(data)}
    >
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${name}`}</title>
        <style>
          {raw(
            deriveColors(colors, background.color) +
              style +
              backgroundRules(background.color ? { color: background.color } : {}, hueOf(colors)),
          )}
        </style>
        <script>{raw(script)}</script>
      </head>
      <body>
        <header class="not-found-header">
          <a
            class="logo"
            href={`${base}index.html`}
            data-bindery-path="index.html"
            aria-label={`${name}: ${words.home}`}
          >
            {logos.length === 0
              ? name
              : logos.map(([kind, path]) => (
                  <img class={kind} src={`${base}${path}`} data-bindery-path={path} alt={name} />
                ))}
          </a>
          {!appearance.strict && <button class="theme-button" type="button" hidden aria-label={words.appearance} />}
        </header>
        <main class="not-found">
          <h1>{title}</h1>
          <p>{notFound.description ?? words.notFoundText}</p>
          <div class="not-found-search" hidden></div>
          <ul class="not-found-pages">
            {site.navigation.sections.slice(0, mostSections).map((section) => (
              <li>{link(startOf(section, site), sectionTitle(section, words.home))}</li>
            ))}
            <li>{link(allPagesPath, words.allPages)}</li>
          </ul>
        </main>
      </body>
    </html>
  )
  return `<!doctype html>\n${page}\n`
}

/** Files of the site alone: of another host the page loads nothing. */
function listLogos(site: SiteIndex): [kind: string, path: string][] {
  const { logo } = site.plan.config
  const pathOf = (src: string | undefined) => {
    const found = src === undefined ? undefined : resolveAsset(src, siteRoot, site)
    return found?.kind === 'asset' ? found.href : undefined
  }
  const [light, dark] = [pathOf(logo?.light), pathOf(logo?.dark)]
  if (light === undefined || dark === undefined) return []
  return light === dark
    ? [['', light]]
    : [
        ['only-light', light],
        ['only-dark', dark],
      ]
}

/** The folder that the site was made to stand in, with a slash at its end. */
function baseOf(siteUrl: string | undefined): string {
  const path = siteUrl === undefined ? undefined : URL.parse(siteUrl)?.pathname
  return path === undefined ? '/' : path.replace(/\/*$/, '/')
}

function startOf({ pages }: Section, site: SiteIndex): string {
  return site.pages.get(pages[0] ?? '')?.output ?? 'index.html'
}

/** What a reader of a folder searches, the deepest folders first; last what is searched from anywhere else. */
function listScopes({ navigation, pages }: SiteIndex): [folder: string, scopes: string][] {
  const folders = new Map<string, string>()
  const scopesOf = (section: Section | undefined) => listReaderScopes(section, navigation.sections).join(' ')
  for (const section of navigation.sections) {
    const scope = scopesOf(section)
    for (const route of section.pages) {
      // Of the file: a folder's first page stands in it, though its address does not.
      const folder = parentOf(`/${pages.get(route)?.output}`)
      folders.set(scope, sharedFolder(folders.get(scope), folder))
    }
  }
  const [first] = navigation.sections
  const deepest = [...folders].map(([scope, folder]): [string, string] => [folder, scope])
  deepest.sort(([a], [b]) => b.length - a.length)
  return [...deepest.filter(([folder]) => folder !== ''), ['', scopesOf(first)]]
}
