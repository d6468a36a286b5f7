import type { Marks } from './marks.ts'
import { addresses, texts } from './payloads.ts'
import type { PagesSize } from './sizes.ts'
import type { SiteFiles } from './write-site.ts'

/** Words of the theme that an author may choose: shown as text, as names of buttons, and by the script of the search. */
const ownWords = [
  'search',
  'searchNothing',
  'searchBroken',
  'onThisPage',
  'menu',
  'next',
  'copied',
  'diagram',
  'enlarge',
  'shortcuts',
  'close',
  'agentJobPage',
  'skipToContent',
]

/** Sites with a configuration in which everything that an author may write is hostile, each with a text of its own. */
export function hostileConfigurations(marks: Marks, { textsPerConfiguration }: PagesSize): SiteFiles[] {
  const chosen = [...texts.keys()].filter((index) => index % textsPerConfiguration === 0)
  return chosen.map((index) => ({
    'index.mdx': '---\ntitle: x\n---\n\n{{word}} ![{{word}}](x)\n\n<Card title="{{word}}">x</Card>',
    'docs.json': configuration(marks, index),
  }))
}

function configuration(marks: Marks, index: number): unknown {
  const text = (where: string) => texts[index]?.(marks.add(`text ${index} in ${where}`)) ?? ''
  // The addresses are spread over the sites; each of them comes by in some of them.
  const own = addresses.filter((_, at) => at % 4 === index % 4)
  const links = (where: string) =>
    own.map((address) => ({ label: text(where), href: address(marks.add(where)), icon: text(where) }))
  const address = (where: string) => own[index % own.length]?.(marks.add(`address in ${where}`)) ?? ''
  return {
    name: text('name'),
    description: text('description'),
    theme: text('theme'),
    colors: { primary: text('colors.primary'), light: text('colors.light'), dark: text('colors.dark') },
    logo: { light: address('logo.light'), dark: address('logo.dark'), href: address('logo.href') },
    favicon: address('favicon'),
    fonts: {
      family: text('fonts.family'),
      source: address('fonts.source'),
      heading: { family: text('fonts.heading') },
    },
    appearance: { default: text('appearance') },
    background: { image: address('background.image'), color: { light: text('background.color') } },
    icons: { library: text('icons.library') },
    navbar: {
      links: links('navbar.links'),
      primary: { type: 'button', label: text('navbar.primary'), href: address('navbar.primary') },
    },
    footer: {
      socials: { constructor: address('footer.socials'), [text('footer.socials')]: address('footer.socials') },
      links: [{ header: text('footer.links'), items: links('footer.links') }],
    },
    banner: { content: `${text('banner')} [x](${address('banner')})`, dismissible: true },
    words: Object.fromEntries(ownWords.map((name) => [name, text(`words.${name}`)])),
    redirects: [
      { source: `/${text('redirects')}`, destination: '/index' },
      ...own.map((to, at) => ({ source: `/moved-${at}`, destination: to(marks.add(`redirects ${at}`)) })),
    ],
    variables: { word: text('variables') },
    errors: { 404: { title: text('errors.404.title'), description: text('errors.404.description') } },
    seo: { metatags: { [text('seo.metatags')]: text('seo.metatags'), refresh: `0;url=${address('seo.metatags')}` } },
    search: { prompt: text('search.prompt') },
    feedback: { suggestEdit: `${address('feedback.suggestEdit')}$file` },
    api: { mdx: { server: text('api.server'), auth: { method: text('api.auth') } } },
    navigation: navigation(text, address, links),
  }
}

type Place = (where: string) => string

function navigation(text: Place, address: Place, links: (where: string) => unknown[]): unknown {
  const group = {
    group: text('group'),
    icon: text('group.icon'),
    tag: text('group.tag'),
    pages: ['index', text('pages'), ...links('pages')],
  }
  return {
    global: {
      anchors: [{ anchor: text('global.anchors'), href: address('global.anchors'), icon: text('global.anchors') }],
    },
    languages: [
      {
        language: 'en',
        tabs: [
          { tab: text('tab'), icon: text('tab.icon'), groups: [group] },
          { tab: text('tab'), href: address('tab.href') },
        ],
      },
      { language: text('language'), versions: [{ version: text('version'), href: address('version.href') }] },
    ],
  }
}
