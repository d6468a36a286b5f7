import { findCodeTheme } from '../model/code-themes.ts'
import type {
  Banner,
  Font,
  LabelledLink,
  Organization,
  PageAction,
  Pair,
  Redirect,
  SiteConfig,
} from '../model/site-config.ts'
import type { Cursor } from './cursor.ts'
import { optional } from './optional.ts'
import { toAction } from './page-actions.ts'
import { readExamples, readParams } from './read-api-look.ts'
import { exampleEditAddress } from './settings/known-settings.ts'

/** Everything of docs.json but its navigation. */
export function readSettings(root: Cursor): SiteConfig {
  return {
    name: root.at('name').text() ?? 'Documentation',
    ...optional('description', root.at('description').text()),
    theme: root.at('theme').text() ?? 'mint',
    colors: readColors(root.at('colors')),
    ...optional('logo', readLogo(root.at('logo'))),
    ...optional('favicon', readPair(root.at('favicon'))),
    fonts: readFonts(root.at('fonts')),
    appearance: {
      default: root.at('appearance').at('default').oneOf(['system', 'light', 'dark']) ?? 'system',
      strict: root.at('appearance').at('strict').flag(),
    },
    background: readBackground(root.at('background')),
    iconLibrary: root.at('icons').at('library').oneOf(['fontawesome', 'lucide', 'tabler']) ?? 'fontawesome',
    navbar: readNavbar(root.at('navbar')),
    footer: readFooter(root.at('footer')),
    ...optional('banner', readBanner(root.at('banner'))),
    redirects: readRedirects(root.at('redirects')),
    variables: readTexts(root.at('variables')),
    notFound: readNotFound(root.at('errors').at('404')),
    api: readApi(root.at('api')),
    seo: {
      indexing: root.at('seo').at('indexing').oneOf(['navigable', 'all']) ?? 'navigable',
      metatags: readTexts(root.at('seo').at('metatags')),
      paths: readPathTags(root.at('seo').at('paths')),
      ...optional('organization', readOrganization(root.at('seo').at('organization'))),
    },
    ...optional('editAddress', readEditAddress(root.at('feedback').at('suggestEdit'))),
    ...(root.at('metadata').at('timestamp').flag() && { timestamp: true }),
    ...optional('thumbnail', root.at('thumbnails').at('background').text()),
    ...optional('contextual', readActions(root.at('contextual').at('options'))),
    drilldown: root.at('interaction').at('drilldown').flag(),
    search: { ...optional('prompt', root.at('search').at('prompt').text()) },
    words: readTexts(root.at('words')),
    authorStyles: root.at('authorStyles').value !== false,
    breadcrumbs: root.at('styling').at('eyebrows').oneOf(['section', 'breadcrumbs']) === 'breadcrumbs',
    ...optional('codeblocks', readCodeblocks(root.at('styling').at('codeblocks'))),
  }
}

const hexColor = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

function readColors(colors: Cursor): SiteConfig['colors'] {
  return {
    primary: readColor(colors.at('primary')) ?? '#16a34a',
    ...optional('light', readColor(colors.at('light'))),
    ...optional('dark', readColor(colors.at('dark'))),
  }
}

/** Colors end up in a stylesheet, so nothing passes that could be more than a color. */
function readColor(cursor: Cursor): string | undefined {
  const text = cursor.text()?.trim()
  if (text === undefined || hexColor.test(text)) return text
  cursor.advise(`“${text}” is not a color.`, 'Write it as # and three or six hexadecimal digits, such as #0d9373.')
  return undefined
}

/** A light and a dark form; one text stands for both. */
function readPair(cursor: Cursor): Pair | undefined {
  if (!cursor.present) return undefined
  if (!cursor.isRecord()) {
    const text = cursor.text()
    return text === undefined ? undefined : { light: text, dark: text }
  }
  return toPair(cursor.at('light').text(), cursor.at('dark').text())
}

/** Where only one is given it stands for both. */
function toPair(light: string | undefined, dark: string | undefined): Pair | undefined {
  const either = light ?? dark
  return either === undefined ? undefined : { light: light ?? either, dark: dark ?? either }
}

function readLogo(cursor: Cursor): SiteConfig['logo'] {
  const pair = readPair(cursor)
  return pair && { ...pair, ...optional('href', cursor.isRecord() ? cursor.at('href').text() : undefined) }
}

function readFonts(cursor: Cursor): SiteConfig['fonts'] {
  const both = readFont(cursor)
  return {
    ...optional('heading', readFont(cursor.at('heading')) ?? both),
    ...optional('body', readFont(cursor.at('body')) ?? both),
  }
}

function readFont(cursor: Cursor): Font | undefined {
  const family = cursor.at('family').text()
  if (family === undefined) return undefined
  const weight = Number(cursor.at('weight').text())
  return {
    family,
    ...optional('weight', weight > 0 ? weight : undefined),
    ...optional('source', cursor.at('source').text()),
    ...optional('format', cursor.at('format').oneOf(['woff', 'woff2'])),
  }
}

function readBackground(cursor: Cursor): SiteConfig['background'] {
  const light = readColor(cursor.at('color').at('light'))
  const dark = readColor(cursor.at('color').at('dark'))
  return {
    ...optional('decoration', cursor.at('decoration').oneOf(['gradient', 'grid', 'windows'])),
    ...((light || dark) && { color: { ...optional('light', light), ...optional('dark', dark) } }),
    ...optional('image', readPair(cursor.at('image'))),
  }
}

// They stand on every page.
const mostOnPage = 100

export function readNavbar(cursor: Cursor): SiteConfig['navbar'] {
  const primary = readLink(cursor.at('primary'))
  return {
    links: cursor
      .at('links')
      .list(mostOnPage)
      .flatMap((link) => readLinks(link).map((read) => ({ ...read, ...optional('type', link.at('type').text()) }))),
    ...(primary && { primary: { ...primary, type: cursor.at('primary').at('type').text() ?? 'button' } }),
  }
}

export function readFooter(cursor: Cursor): SiteConfig['footer'] {
  const socials = cursor.at('socials')
  return {
    socials: socials.keys().flatMap((name) => {
      const href = socials.at(name).text()
      return href ? [{ name, href }] : []
    }),
    columns: cursor
      .at('links')
      .list(mostOnPage)
      .map((column) => ({
        ...optional('header', column.at('header').text()),
        links: column.at('items').list(mostOnPage).flatMap(readLinks),
      })),
  }
}

function readLinks(cursor: Cursor): LabelledLink[] {
  const link = readLink(cursor)
  return link ? [link] : []
}

function readLink(cursor: Cursor): LabelledLink | undefined {
  if (!cursor.present) return undefined
  const href = cursor.at('href').text() ?? cursor.at('url').text()
  if (!href) {
    cursor.advise('This link leads nowhere.', 'Give it an "href".')
    return undefined
  }
  const label = cursor.at('label').text() ?? cursor.at('name').text() ?? ''
  return { label, href, ...optional('icon', cursor.at('icon').isRecord() ? undefined : cursor.at('icon').text()) }
}

export function readBanner(cursor: Cursor): Banner | undefined {
  const content = cursor.at('content').text()
  if (!content) return undefined
  const type = cursor.at('type').oneOf(['info', 'warning', 'critical'])
  return {
    content,
    dismissible: cursor.at('dismissible').flag(),
    ...(type !== 'info' && optional('type', type)),
    ...optional('color', readColorPair(cursor.at('color'))),
  }
}

/** One color, or one for light and one for dark pages. */
export function readColorPair(cursor: Cursor): Pair | undefined {
  if (!cursor.isRecord()) return toPair(readColor(cursor), undefined)
  return toPair(readColor(cursor.at('light')), readColor(cursor.at('dark')))
}

/** A theme by its name, or one for light and one for dark pages. */
function readCodeblocks(cursor: Cursor): SiteConfig['codeblocks'] {
  const theme = cursor.isRecord() ? cursor.at('theme') : cursor
  if (theme.isRecord()) return toPair(readTheme(theme.at('light')), readTheme(theme.at('dark')))
  if (theme.value === 'dark') return 'dark'
  return theme.value === 'system' ? undefined : toPair(readTheme(theme), undefined)
}

/** `css-variables` leaves the colors to the author's own style sheet. */
function readTheme(cursor: Cursor): string | undefined {
  const name = cursor.text()
  if (name === undefined || name === 'css-variables' || findCodeTheme(name)) return name
  cursor.advise(`“${name}” is no theme of code that is known.`, 'Use a name such as github-dark, nord or dracula.')
  return undefined
}

function readRedirects(cursor: Cursor): Redirect[] {
  return cursor.list().flatMap((entry) => {
    const source = entry.at('source').text()
    const destination = entry.at('destination').text()
    if (source && destination) return [{ source, destination, permanent: entry.at('permanent').value !== false }]
    entry.advise('A redirect needs a source and a destination.', 'Add the missing one or delete the entry.')
    return []
  })
}

function readTexts(cursor: Cursor): Record<string, string> {
  const pairs = cursor.keys().flatMap((key) => {
    const text = cursor.at(key).text()
    return text === undefined ? [] : [[key, text] as const]
  })
  return Object.fromEntries(pairs)
}

/** Tags of all pages in a folder; those of the deepest folder come last. */
function readPathTags(cursor: Cursor): SiteConfig['seo']['paths'] {
  const paths = cursor.list().flatMap((entry) => {
    const path = entry.at('path').text()
    return path === undefined
      ? []
      : [{ folder: `/${path.replace(/^\/+|\/+$/g, '')}`, metatags: readTexts(entry.at('metatags')) }]
  })
  return paths.sort((one, other) => one.folder.length - other.folder.length)
}

// Other places where it is known, as many as a reader would look at.
const mostKnown = 10

function readOrganization(cursor: Cursor): Organization | undefined {
  const name = cursor.at('name').text()
  if (name === undefined) return undefined
  const sameAs = cursor
    .at('sameAs')
    .list(mostKnown)
    .flatMap((item) => item.text() ?? [])
  return {
    name,
    ...optional('url', cursor.at('url').text()),
    ...optional('logo', cursor.at('logo').text()),
    ...(sameAs.length > 0 && { sameAs }),
  }
}

function readNotFound(cursor: Cursor): SiteConfig['notFound'] {
  return {
    ...optional('title', cursor.at('title').text()),
    ...optional('description', cursor.at('description').text()),
    redirect: cursor.at('redirect').value !== false && !cursor.at('title').present,
  }
}

function readApi(cursor: Cursor): SiteConfig['api'] {
  const server = cursor.at('mdx').at('server')
  return {
    openapi: readSources(cursor.at('openapi')),
    asyncapi: readSources(cursor.at('asyncapi')),
    folders: readFolders(cursor.at('openapi')),
    channelFolders: readFolders(cursor.at('asyncapi')),
    ...optional('server', Array.isArray(server.value) ? server.list()[0]?.text() : server.text()),
    ...(cursor.at('params').present && { params: readParams(cursor.at('params')) }),
    ...(cursor.at('examples').present && { examples: readExamples(cursor.at('examples')) }),
  }
}

/** `true` does not say where the files are, and the repository of an export may be private: only an address counts. */
function readEditAddress(cursor: Cursor): string | undefined {
  const address = typeof cursor.value === 'boolean' ? undefined : cursor.text()
  if (address === undefined || (/^https?:\/\/[^/]/i.test(address) && address.includes('$file'))) return address
  cursor.advise(`“${address}” is no address with $file in it.`, `Write one such as ${exampleEditAddress}.`)
  return undefined
}

/** What a page's menu may offer is decided where it is rendered. */
function readActions(cursor: Cursor): PageAction[] | undefined {
  if (!cursor.present) return undefined
  return cursor.list(mostOnPage).flatMap((item) => toAction(item.value) ?? [])
}

/** Files that describe an API are named by one text, by an object that also says where their pages go, or by a list of both. */
export function readSources(cursor: Cursor): string[] {
  const items = Array.isArray(cursor.value) ? cursor.list() : [cursor]
  return items.flatMap((item) => (item.isRecord() ? item.at('source') : item).text() || [])
}

/** Where the pages of each of those files go; under no name, those of any other file that is named further in. */
export function readFolders(cursor: Cursor): Record<string, string> {
  if (cursor.isRecord()) {
    const folder = cursor.at('directory').text()
    return folder === undefined ? {} : { '': folder }
  }
  const items = Array.isArray(cursor.value) ? cursor.list().filter((item) => item.isRecord()) : []
  const pairs = items.map((item) => [item.at('source').text(), item.at('directory').text()])
  return Object.fromEntries(pairs.filter((pair) => !pair.includes(undefined)))
}
