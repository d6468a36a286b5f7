import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

// Any font will do: it is one of those that every site carries.
const font = resolve(
  import.meta.dirname,
  '../../../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
)

/** Sets every key of docs.json that is known, and one that nobody knows. */
export const configuration = {
  $schema: 'https://example.com/docs.json',
  theme: 'mint',
  name: 'Harbor',
  description: 'About harbors',
  colors: { primary: '#7c2d12', light: '#fdba74', dark: '#431407' },
  logo: { light: '/light.svg', dark: '/dark.svg', href: 'https://harbor.example' },
  favicon: { light: '/light.svg', dark: '/dark.svg' },
  appearance: { default: 'system', strict: true },
  icons: { library: 'lucide' },
  fonts: {
    heading: { family: 'Tide', source: '/tide.woff2', format: 'woff2', weight: 700 },
    body: { family: 'Inter', weight: 450 },
  },
  background: {
    color: { light: '#fff7ea', dark: '#121b22' },
    image: { light: '/light.svg', dark: '/dark.svg' },
    decoration: 'grid',
  },
  styling: {
    eyebrows: 'breadcrumbs',
    latex: true,
    codeblocks: { theme: { light: 'solarized-light', dark: 'dracula' }, languages: { custom: ['/tide.json'] } },
  },
  thumbnails: { appearance: 'dark', background: '/light.svg', fonts: { family: 'Inter' } },
  navbar: {
    links: [
      { label: 'Help', href: '/other', icon: 'anchor' },
      { type: 'github', href: 'https://github.com/x/y' },
    ],
    primary: { type: 'button', label: 'Begin', href: '/other' },
  },
  footer: {
    socials: { github: 'https://github.com/x/y' },
    links: [{ header: 'Company', items: [{ label: 'About', href: '/other' }] }],
  },
  banner: { content: 'All **news**', type: 'warning', dismissible: true, color: { light: '#0f766e', dark: '#fde047' } },
  interaction: { drilldown: true },
  contextual: {
    options: [
      'copy',
      'view',
      'claude',
      'mcp',
      { title: 'Ask us', description: 'Words', icon: 'anchor', href: 'https://ask.example/' },
    ],
    display: 'toc',
  },
  feedback: { suggestEdit: 'https://git.example/edit/main/$file', thumbsRating: true },
  metadata: { timestamp: true },
  markdown: { schema: true, instructions: 'Be brief' },
  search: { prompt: 'Ask the harbor' },
  seo: {
    indexing: 'all',
    metatags: { canonical: 'https://first.example', 'og:site_name': 'The harbor', 'twitter:site': '@harbor' },
    paths: [{ path: 'deep', metatags: { author: 'Depth' } }],
    organization: {
      name: 'Harbor Ltd',
      url: 'https://harbor.example/about',
      logo: '/light.svg',
      sameAs: ['https://known.example'],
    },
    trailingSlash: false,
  },
  redirects: [{ source: '/old', destination: '/other', permanent: true }],
  variables: { boat: 'Dinghy' },
  words: { onThisPage: 'Here' },
  errors: { '404': { redirect: false, title: 'Lost at sea', description: 'No such pier' } },
  api: {
    openapi: [{ source: 'api.json', directory: 'reference', overlays: ['o.json'] }],
    asyncapi: { source: 'events.json', directory: 'live' },
    params: { expanded: 'all', post: ['x-team'] },
    playground: { display: 'none', proxy: false },
    examples: { languages: ['ruby'], defaults: 'required', prefill: true, autogenerate: true },
    url: 'full',
    mdx: { server: 'https://api.harbor.example', auth: { method: 'bearer', name: 'x' } },
  },
  markdownn: true,
  integrations: { ga4: { measurementId: 'G-1' }, intercom: { appId: 'abcdef' } },
  navigation: {
    global: {
      anchors: [
        {
          anchor: 'Forum',
          icon: 'anchor',
          color: { light: '#ff0000', dark: '#00ff00' },
          href: 'https://forum.example',
        },
      ],
    },
    languages: [
      {
        language: 'en',
        default: true,
        tabs: [
          {
            tab: 'Guides',
            icon: 'anchor',
            groups: [
              {
                group: 'Start',
                icon: 'anchor',
                tag: 'NEW',
                boost: 2,
                searchable: true,
                directory: 'card',
                pages: [
                  'index',
                  { group: 'Deep', root: 'deep/root', expanded: true, pages: ['deep/a', 'deep/b'] },
                  'other',
                ],
              },
              { group: 'Boats', pages: ['boats/a', 'boats/b', { group: 'Best', boost: 4, pages: ['boats/c'] }] },
              { group: 'Quiet', searchable: false, pages: ['quiet/a', 'quiet/b'] },
              { group: 'Hidden', hidden: true, pages: ['hidden'] },
            ],
          },
          { tab: 'API', align: 'end', graphql: 'x.graphql', pages: ['GET /boats', 'by-hand', 'moorings'] },
          { tab: 'Events', asyncapi: 'events.json' },
        ],
      },
      {
        language: 'fr',
        pages: ['fr/index'],
        banner: { content: 'Les nouvelles' },
        navbar: { links: [{ label: 'Aide', href: '/fr' }] },
        footer: { links: [{ header: 'Pied', items: [{ label: 'Bas', href: '/fr' }] }] },
      },
    ],
  },
}

/** What the first cannot have beside its own. */
export const divided = {
  name: 'Sails',
  background: { decoration: 'gradient' },
  styling: { codeblocks: 'dark' },
  api: { examples: { autogenerate: false } },
  contextual: { options: ['chatgpt', 'perplexity', 'grok', 'aistudio'] },
  navigation: {
    products: [
      {
        product: 'Sails',
        description: 'For the wind',
        versions: [
          {
            version: 'v2',
            dropdowns: [
              {
                dropdown: 'Rig',
                tabs: [
                  {
                    tab: 'Parts',
                    menu: [
                      {
                        item: 'Mast',
                        groups: [
                          {
                            group: 'G',
                            pages: [
                              'index',
                              { group: 'Held open', collapsed: false, pages: ['a'] },
                              { group: 'Held shut', collapsed: true, pages: ['f'] },
                            ],
                          },
                        ],
                      },
                      { item: 'Boom', pages: ['b'] },
                    ],
                  },
                  { tab: 'API', openapi: { source: 'api.json', directory: 'ref' } },
                  { tab: 'Events', asyncapi: { source: 'events.json', directory: 'wire' } },
                ],
              },
              { dropdown: 'Hull', pages: ['c'] },
            ],
          },
          { version: 'v1', pages: ['d'] },
        ],
      },
      { product: 'Oars', description: 'For the arms', pages: ['e'] },
    ],
  },
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="#f0f"/></svg>'
const page = (title: string, body = 'Text.', front = '') => `---\ntitle: ${title}\n${front}---\n\n${body}\n`

const code = '```js\nconst tide = 1\n```'
const fold = (properties: object) => ({ type: 'object', properties })
const deep = fold({ hull: fold({ keel: fold({ length: { type: 'number' } }) }) })
const files: Record<string, string> = {
  'docs.json': JSON.stringify(configuration, null, 2),
  'index.mdx': page('Home', `A {{boat}}.\n\n## One\n\n${code}\n\n## Two\n\n<Icon icon="anchor" />`),
  'other.mdx': page(
    'Other',
    'Text.',
    'sidebarTitle: Short\ndescription: Lead\nicon: anchor\ntag: BETA\ndeprecated: true\ncanonical: https://one.example/x\n"og:title": Social\nhideFooterPagination: true\nrelated: [/deep/a]\nkeywords: [lighthouse]\nlastUpdatedDate: 2026-11-16T10:00:00Z\nboost: 2\nteam: tide\nmode: wide\ncontextual: {options: []}\n',
  ),
  'deep/root.mdx': page('Deep root'),
  'deep/a.mdx': page('A', 'Text.', 'robots: noindex, nofollow\ntimestamp: false\n'),
  'deep/b.mdx': page('B', 'Text.', 'noindex: true\n'),
  'unlisted.mdx': page('Unlisted'),
  'boats/a.mdx': page('Plain', 'A schooner.'),
  'boats/b.mdx': page('Own', 'A schooner.', 'boost: 4\n'),
  'boats/c.mdx': page('Raised', 'A schooner.'),
  'quiet/a.mdx': page('Unseen', 'A cutter.'),
  'quiet/b.mdx': page('Seen', 'A ketch.', 'searchable: true\n'),
  'hidden.mdx': page('Hidden', 'Text.', 'hidden: true\n'),
  'by-hand.mdx': page('By hand', 'Text.', 'api: GET /by-hand\n'),
  'moorings.mdx': page('Moorings', 'Text.', 'asyncapi: moorings\n'),
  'fr/index.mdx': page('Accueil'),
  'light.svg': drawing,
  'dark.svg': drawing.replace('#f0f', '#0ff'),
  'api.json': JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Boats', version: '1' },
    paths: {
      '/boats': {
        get: {
          summary: 'List boats',
          parameters: [{ name: 'color', in: 'query', example: 'red', schema: { type: 'string', 'x-team': 'Paint' } }],
          responses: { 200: { description: 'Boats', content: { 'application/json': { schema: deep } } } },
        },
      },
    },
  }),
  'events.json': JSON.stringify({
    asyncapi: '3.0.0',
    info: { title: 'Boats', version: '1' },
    servers: { wire: { host: 'wire.harbor.example', protocol: 'wss' } },
    channels: { departures: { title: 'Departures', address: '/departures' }, moorings: { address: '/moorings' } },
  }),
}

const dividedFiles: Record<string, string> = {
  ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'unlisted'].map((name) => [`${name}.mdx`, page(name)])),
  'docs.json': JSON.stringify(divided),
  'index.mdx': page('Home', code),
  'api.json': files['api.json'] ?? '',
  'events.json': files['events.json'] ?? '',
}

export async function writeDividedSite(root: string): Promise<void> {
  await writeFiles(root, dividedFiles)
}

export async function writeFullSite(root: string): Promise<void> {
  await writeFiles(root, files)
  await writeFile(join(root, 'tide.woff2'), await readFile(font))
  commitFiles(root, '2026-03-03T12:00:00Z')
}

function commitFiles(root: string, date: string): void {
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env, stdio: 'pipe' })
  git('init', '--quiet')
  git('add', '--all')
  git('-c', 'user.name=Harbor', '-c', 'user.email=harbor@example.com', 'commit', '--quiet', '--message', 'Begin')
}

async function writeFiles(root: string, texts: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}
