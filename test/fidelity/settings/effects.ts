/** What a built site shows, as its reader or a search engine sees it. */
export interface Shown {
  /** The text of a file of the site. */
  file(path: string): string
  /** Titles of the pages that the search finds, best first. */
  found(word: string): Promise<string[]>
  /** Whether the search knows a word. */
  searched(text: string): boolean
  /** A property of the first element of the home page in Chromium, on a light or a dark page. */
  style(mode: 'light' | 'dark', selector: string, property: string): Promise<string>
  /** The color that the property paints, as `r,g,b`. */
  color(mode: 'light' | 'dark', selector: string, property: string): Promise<string>
  /** The same for a color of the theme, by its name. */
  token(mode: 'light' | 'dark', name: string): Promise<string>
  /** Whether a click on one makes the other disappear for good. */
  isClosed(selector: string, target: string): Promise<boolean>
  isLoaded(family: string): Promise<boolean>
}

export interface Effect {
  settings: string[]
  isSeen(shown: Shown): boolean | Promise<boolean>
}

const on = (settings: string, isSeen: Effect['isSeen']): Effect => ({ settings: settings.split(' '), isSeen })
const inFile = (settings: string, path: string, pattern: RegExp) => on(settings, ({ file }) => pattern.test(file(path)))
const home = 'index.html'
export const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join()

const painted = (settings: string, mode: 'light' | 'dark', selector: string, property: string, hex: string) =>
  on(settings, async ({ color }) => isNear(await color(mode, selector, property), rgb(hex)))

const token = (settings: string, mode: 'light' | 'dark', name: string, hex: string) =>
  on(settings, async (shown) => isNear(await shown.token(mode, name), rgb(hex)))

function isBefore(titles: string[], one: string, other: string): boolean {
  return titles.includes(other) && titles.includes(one) && titles.indexOf(one) < titles.indexOf(other)
}

/** Colors of the theme are rounded. */
export function isNear(one: string, other: string): boolean {
  const [a, b] = [one.split(',').map(Number), other.split(',').map(Number)]
  return a.length === 3 && a.every((value, index) => Math.abs(value - (b[index] ?? 0)) <= 2)
}

/** For each setting that is honoured something that can be seen in the built site and is not there without it. */
export const effects: Effect[] = [
  inFile('name', home, /<title>Home · Harbor</),
  inFile('description', 'llms.txt', /About harbors/),
  token('colors colors.primary', 'light', 'accent', '#7c2d12'),
  token('colors.light', 'dark', 'accent', '#fdba74'),
  painted('colors.dark', 'light', '.navbar-primary', 'background-color', '#431407'),
  inFile(
    'logo logo.light logo.dark',
    home,
    /only-light" src="[^"]*light-[^"]*"[^>]*><img class="only-dark" src="[^"]*dark-/,
  ),
  inFile('favicon favicon.light favicon.dark', home, /rel="icon" href="[^"]*light-[^>]*>.*rel="icon" href="[^"]*dark-/),
  inFile('appearance appearance.default', home, /data-bindery-appearance="system"/),
  on('appearance.strict', ({ file }) => !file(home).includes('theme-button')),
  inFile('icons icons.library navbar.links.icon', home, /<nav class="navbar"[^>]*><a [^>]*><svg/),
  painted('background background.color background.color.light', 'light', 'html', 'background-color', '#fff7ea'),
  painted('background.color.dark', 'dark', 'html', 'background-color', '#121b22'),
  on('background.image background.image.light', async ({ style }) =>
    /light-/.test(await style('light', 'body', 'background-image')),
  ),
  on('background.image.dark', async ({ style }) => /dark-/.test(await style('dark', 'body', 'background-image'))),
  on(
    'fonts fonts.heading fonts.heading.family fonts.heading.source fonts.heading.format',
    async ({ style, isLoaded }) =>
      (await style('light', 'h1', 'font-family')).startsWith('Tide') && (await isLoaded('Tide')),
  ),
  on('fonts.heading.weight', async ({ style }) => (await style('light', 'h1', 'font-weight')) === '700'),
  on('fonts.body fonts.body.family', async ({ style }) =>
    (await style('light', 'p', 'font-family')).includes('Inter Variable'),
  ),
  on('fonts.body.weight', async ({ style }) => (await style('light', '.prose p', 'font-weight')) === '450'),
  inFile('styling styling.eyebrows', 'deep/a.html', /<nav class="eyebrow breadcrumbs"/),
  painted(
    'styling.codeblocks styling.codeblocks.theme styling.codeblocks.theme.light',
    'light',
    '.code',
    'background-color',
    '#fdf6e3',
  ),
  painted('styling.codeblocks.theme.dark', 'dark', '.code', 'background-color', '#282a36'),
  inFile(
    'navbar navbar.links navbar.links.label navbar.links.href',
    home,
    /<nav class="navbar".*href="other.html">.*Help<\/a>/,
  ),
  inFile('navbar.links.type', home, /github\.com\/x\/y"><svg.*GitHub<\/a>/),
  inFile(
    'navbar.primary navbar.primary.type navbar.primary.label navbar.primary.href',
    home,
    /navbar-primary" href="other.html">Begin/,
  ),
  inFile('footer footer.socials footer.socials.*', home, /class="socials"><li><a href="https:\/\/github/),
  inFile(
    'footer.links footer.links.header footer.links.items footer.links.items.label footer.links.items.href',
    home,
    /Company<.*>About</,
  ),
  inFile('banner banner.content', home, /<aside class="site-banner[^>]*>.*<strong>news/),
  inFile('banner.type', home, /site-banner-warning/),
  painted('banner.color banner.color.light', 'light', '.site-banner', 'background-color', '#0f766e'),
  painted('banner.color.dark', 'dark', '.site-banner', 'background-color', '#fde047'),
  on('banner.dismissible', ({ isClosed }) => isClosed('.banner-close', '.site-banner')),
  inFile('interaction interaction.drilldown', home, /nav-rooted"><a href="boats\/c.html">Best/),
  inFile('contextual contextual.options contextual.options=copy', home, /class="copy-page"/),
  inFile('contextual.options=view', home, /<a href="index.md">Markdown/),
  inFile('contextual.options=claude', home, /https:\/\/claude\.ai\/new/),
  inFile(
    'contextual.options.title contextual.options.icon contextual.options.href',
    home,
    /ask\.example\/"><svg.*Ask us</,
  ),
  inFile('search search.prompt', home, /<span>Ask the harbor</),
  inFile('seo seo.indexing', 'sitemap.xml', /harbor\.example\/unlisted</),
  inFile(
    'seo.organization seo.organization.name seo.organization.url seo.organization.logo seo.organization.sameAs',
    home,
    /"publisher":\{"@type":"Organization","name":"Harbor Ltd","url":"https:\/\/harbor\.example\/about","logo":"https:\/\/harbor\.example\/[^"]*light-[^"]*","sameAs":\["https:\/\/known\.example"\]/,
  ),
  inFile(
    'seo.metatags seo.metatags.*',
    home,
    /rel="canonical" href="https:\/\/first\.example.*og:site_name" content="The harbor".*twitter:site/,
  ),
  inFile(
    'seo.paths seo.paths.path seo.paths.metatags seo.paths.metatags.*',
    'deep/root.html',
    /name="author" content="Depth"/,
  ),
  inFile('front.lastUpdatedDate', 'other.html', /datetime="2026-11-16"/),
  inFile(
    'feedback feedback.suggestEdit',
    home,
    /href="https:\/\/git\.example\/edit\/main\/index\.mdx"[^>]*>Edit this page</,
  ),
  inFile('metadata metadata.timestamp', home, /<time datetime="2026-03-03"/),
  on('front.timestamp', ({ file }) => !file('deep/a.html').includes('<time')),
  inFile('redirects redirects.source redirects.destination redirects.permanent', 'old.html', /other/),
  inFile('variables variables.*', home, /A Dinghy/),
  inFile('words words.*', home, />Here</),
  inFile('errors errors.404 errors.404.title errors.404.description', '404.html', /Lost at sea.*No such pier/s),
  inFile('api api.openapi api.openapi.source api.openapi.directory', 'reference/list-boats.html', /\/boats/),
  inFile(
    'api.asyncapi api.asyncapi.source api.asyncapi.directory navigation.asyncapi',
    'live/websockets/departures.html',
    /wss:\/\/wire\.harbor\.example/,
  ),
  inFile('front.asyncapi', 'moorings.html', /method-wss.*\/<wbr>moorings/),
  on('api.params api.params.expanded', ({ file }) => {
    const folds = file('reference/list-boats.html').match(/<details class="expandable"[^>]*>/g) ?? []
    return folds.length === 2 && folds.every((tag) => tag.includes('open'))
  }),
  inFile('api.params.post', 'reference/list-boats.html', />Paint</),
  inFile('api.examples api.examples.languages', 'reference/list-boats.html', /net\/http/),
  on('api.examples.defaults', ({ file }) => !file('reference/list-boats.html').includes('color=red')),
  inFile('api.mdx api.mdx.server', 'by-hand.html', /api\.harbor\.example/),
  inFile('navigation navigation.languages navigation.language navigation.default', home, /Français/),
  inFile('navigation.tabs navigation.tab', home, /tabs-bar.*Guides/),
  inFile('navigation.align', home, /nav-end"><a [^>]*>.*API/),
  inFile('navigation.groups navigation.group navigation.tag', home, /Start<span class="nav-tag">NEW/),
  inFile('navigation.icon navigation.pages navigation.pages=*', home, /nav-group-title"><a [^>]*><svg/),
  inFile('navigation.directory', 'deep/root.html', /class="[^"]*card/),
  inFile('navigation.root navigation.expanded', home, /nav-rooted"><a href="deep\/root\.html">Deep<\/a><details open/),
  on('navigation.hidden', ({ file }) => !file(home).includes('>Hidden<')),
  inFile(
    'navigation.global navigation.anchors navigation.anchor navigation.href',
    home,
    /href="https:\/\/forum\.example"/,
  ),
  painted('navigation.color navigation.color.light', 'light', '.sidebar-switch svg', 'color', '#ff0000'),
  painted('navigation.color.dark', 'dark', '.sidebar-switch svg', 'color', '#00ff00'),
  inFile('navigation.banner', 'fr/index.html', /Les nouvelles/),
  inFile('navigation.navbar', 'fr/index.html', /class="navbar".*Aide/),
  inFile('navigation.footer', 'fr/index.html', /Pied<.*Bas</),
  inFile(
    'front.title front.sidebarTitle front.icon front.tag',
    home,
    /<svg(?:(?!<\/a>).)*Short<\/s><span class="nav-tag">BETA/,
  ),
  inFile('front.description front.mode', 'other.html', /mode-wide.*class="lead">Lead/s),
  on(
    'front.deprecated',
    ({ file }) => /page-deprecated">deprecated/.test(file('other.html')) && /<s>Short<\/s>/.test(file(home)),
  ),
  inFile(
    'front.canonical front.og:title',
    'other.html',
    /rel="canonical" href="https:\/\/one\.example\/x".*og:title" content="Social"/,
  ),
  on('front.hideFooterPagination', ({ file }) => !file('other.html').includes('class="pager"')),
  inFile('front.related', 'other.html', /class="related".*deep\/a\.html/),
  on('front.contextual', ({ file }) => !/page-menu|copy-page/.test(file('other.html'))),
  inFile('front.robots', 'deep/a.html', /name="robots" content="noindex, nofollow"/),
  inFile('front.noindex', 'deep/b.html', /name="robots" content="noindex"/),
  on('front.hidden', ({ file }) => !file(home).includes('hidden.html')),
  on('front.keywords', ({ searched }) => searched('lighthouse')),
  on('front.boost', async ({ found }) => isBefore(await found('schooner'), 'Own', 'Plain')),
  on('navigation.boost', async ({ found }) => isBefore(await found('schooner'), 'Raised', 'Plain')),
  on('navigation.searchable front.searchable', ({ searched }) => !searched('cutter') && searched('ketch')),
  inFile('front.api', 'by-hand.html', /GET/),
]

/** Of the second site, which is divided in the other ways. */
export const dividedEffects: Effect[] = [
  on('api.examples.autogenerate', ({ file }) => !/>cURL</.test(file('ref/list-boats.html'))),
  on(
    'background.decoration',
    async ({ style }) =>
      (await style('light', '.shell::before', 'background-image')).includes('radial-gradient') &&
      (await style('light', '.shell::before', 'content')) === '""',
  ),
  on('styling.codeblocks', async ({ style }) => (await style('light', '.code', 'color-scheme')) === 'dark'),
  inFile('navigation.versions navigation.version', home, /class="switch".*<summary>.*v2.*v1/s),
  inFile(
    'navigation.products navigation.product navigation.description',
    home,
    /Sails.*class="nav-about">For the wind/s,
  ),
  inFile('navigation.dropdowns navigation.dropdown', home, /sidebar-switch.*Rig/s),
  inFile('navigation.menu navigation.item', home, /sidebar-switch.*Mast/s),
  inFile(
    'navigation.openapi navigation.openapi.source navigation.openapi.directory',
    'ref/list-boats.html',
    /List boats/,
  ),
  inFile('navigation.collapsed', home, /<details open=""><summary>Held open.*<details><summary>Held shut/s),
  on(
    'seo.indexing',
    ({ file }) =>
      /\/a</.test(file('sitemap.xml')) && !file('sitemap.xml').includes('unlisted') && file('unlisted.html') !== '',
  ),
  inFile(
    'navigation.asyncapi navigation.asyncapi.source navigation.asyncapi.directory',
    'wire/websockets/departures.html',
    /Departures/,
  ),
  ...['chatgpt\\.com', 'perplexity', 'grok', 'aistudio'].map((name) =>
    inFile(`contextual.options=${name.replace(/\\.*/, '')}`, home, new RegExp(`https://[^"]*${name}`)),
  ),
]

/** Settings that have nothing to show: for an editor, or so that another one is not used. */
export const unseen = ['$schema', 'integrations', 'markdown', 'thumbnails']
