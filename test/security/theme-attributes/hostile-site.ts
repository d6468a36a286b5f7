import type { SiteFiles } from '../pages/write-site.ts'
import type { ThemeNames } from './read-theme-names.ts'

/** The mark of an element that an author wrote, by which it is found in the built page. */
export const planted = 'planted'

type Attributes = Record<string, string>

/** Every name that a script reads, with hostile values, in every place in which an author's text becomes markup. */
export function hostileSite(names: ThemeNames, valueCount: number): SiteFiles {
  const values = listValues(names).slice(0, valueCount)
  const markups = values.map((value) => listAttempts(names, value))
  const files: SiteFiles = { 'evil.txt': script, 'clobber.mdx': clobber(names) }
  for (const [index, attempts] of markups.entries()) {
    const jsx = attempts.map(({ tag, attributes }) => element(tag, attributes)).join('\n\n')
    const html = attempts.map(({ tag, attributes }) => element(tag, attributes, quoteHtml)).join('\n\n')
    const own = spread(names, values[index] ?? '')
    files[`jsx-${index}.mdx`] = `${own}\n\n${jsx}\n\n${diagram}`
    files[`html-${index}.md`] = `${html}\n\n[x](/evil.txt)`
    files[`api-${index}.json`] = describe(`${element('button', attempts[0]?.attributes ?? {}, quoteHtml)}\n\n${jsx}`)
    files[`api-${index}.mdx`] = `---\nopenapi: /api-${index}.json POST /x\n---\n\nx`
    files[`front-${index}.mdx`] = frontMatter(names, values[index] ?? '')
  }
  return { ...files, 'custom.css': style(markups[0] ?? []), 'docs.json': configure(markups) }
}

/** What the review ran: an announcement that passes for the search button, and a section that names another script. */
export function reproducedSite(): SiteFiles {
  const button = `<button title="${planted}" className="search-button" data-search="x" data-words="{}" data-script="evil.txt">Search</button>`
  const link = `<div title="${planted}" data-section="../../evil.txt?"><a title="${planted}" className="nav-closed" data-group="0" href="/other">x</a></div>`
  return {
    'evil.txt': script,
    'index.mdx': `---\ntitle: Start\n---\n\n[A file](/evil.txt)\n\n${link}`,
    'other.mdx': '---\ntitle: Other\n---\n\nx',
    'docs.json': { name: 'Reproduced', banner: { content: button }, navigation: { pages: ['index', 'other'] } },
  }
}

/** A component that runs in the browser and hands on what a page gives to it. */
export function componentSite({ attributes }: ThemeNames): SiteFiles {
  const given = attributes.map((name) => `${name}="{}" ${name.toUpperCase()}="{}"`).join(' ')
  const echo = `export const Echo = ({ children, ...rest }) => {
  const [count] = useState(1)
  return <button {...rest}>{count}{children}</button>
}`
  return {
    'evil.txt': script,
    'index.mdx': `---\ntitle: Start\n---\n\n${echo}\n\n<Echo title="${planted}" ${given}>x</Echo>`,
    'docs.json': { name: 'Components', navigation: { pages: ['index'] } },
  }
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the script itself
const script = '__pwned(`a published file: ${document.currentScript?.src}`)\n'
const diagram = '```mermaid\nflowchart LR\n  a --> b\n  click a "https://a.example/"\n```'

/** Each is an address of a script, a piece of JSON or both, and none ends a script early by being malformed everywhere. */
function listValues({ jsonKeys }: ThemeNames): string[] {
  const link = 'javascript:__pwned(`a link of a diagram`)'
  return [
    '{}',
    'evil.txt',
    '../../evil.txt?',
    JSON.stringify([
      ['https://a.example/', link],
      ['a', link],
    ]),
    JSON.stringify(Object.fromEntries(jsonKeys.map((key) => [key, 'evil.txt']))),
    '[]',
    '1',
    'javascript:__pwned(`an address`)',
  ]
}

interface Attempt {
  tag: string
  attributes: Attributes
}

function listAttempts(names: ThemeNames, value: string): Attempt[] {
  const { attributes, classes, ids, controls } = names
  const all: Attributes = { title: planted, ...Object.fromEntries(attributes.map((name) => [name, value])) }
  const spelled = (spell: (name: string) => string) =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name === 'title' ? name : spell(name), one]))
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const chosen = [...controls].flatMap(([name, keys]) => keys.map((key) => ({ ...all, [name]: key })))
  return [
    ...classes.map((name) => ({ tag: 'div', attributes: { ...all, class: name } })),
    ...chosen.map((one) => ({ tag: 'div', attributes: one })),
    ...ids.map((id) => ({ tag: 'div', attributes: { ...all, id } })),
    { tag: 'div', attributes: { ...all, class: classes.join(' ') } },
    ...tags.map((tag) => ({ tag, attributes: all })),
    ...['div', 'g', 'path'].flatMap((tag) => [
      { tag, attributes: spelled((name) => name.toUpperCase()) },
      { tag, attributes: spelled(camel) },
    ]),
  ]
}

const tags = ['figure', 'video', 'img', 'details', 'select', 'input', 'article', 'main', 'pre', 'template', 'script']

/** With a link inside, so that scripts which look at the clicked element and at what is around it both meet the attempt. */
function element(tag: string, attributes: Attributes, quote = quoteJsx): string {
  const all = Object.entries(attributes)
  const name = (one: string) => (one === 'class' && quote === quoteJsx ? 'className' : one)
  const text = all.map(([one, value]) => `${name(one)}=${quote(value)}`).join(' ')
  if (/^(?:img|input)$/.test(tag)) return `<${tag} ${text} />`
  if (/^(?:g|path)$/.test(tag)) return `<svg ${text}><${tag} ${text}></${tag}></svg>`
  const flow = 'flowchart LR; a --> b; click a "https://a.example/"'
  const inside = tag === 'figure' ? `<pre>${quote === quoteJsx ? `{${JSON.stringify(flow)}}` : flow}</pre>` : 'x'
  return `<${tag} ${text}><a href="#${planted}" ${text}>x</a>${inside}</${tag}>`
}

const quoteJsx = (value: string) => `{${JSON.stringify(value)}}`
const quoteHtml = (value: string) => `"${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`

/** Components of the theme and of the author that could hand on what they are given. */
function spread({ attributes }: ThemeNames, value: string): string {
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const given = attributes.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  const both = [...given, ...attributes.map((name) => `${camel(name)}: ${JSON.stringify(value)}`)].join(', ')
  const names = ['Card', 'Columns', 'Frame', 'Accordion', 'Icon', 'Badge', 'Note', 'Tile', 'Update', 'Prompt', 'Nobody']
  return `export const given = { title: "${planted}", ${both} }

export const Own = (props) => <button {...props}>x<svg><path {...props} /></svg></button>

<Own {...given} />

${names.map((name) => `<${name} {...given} tags={[${JSON.stringify(value)}]} icon="anchor">x</${name}>`).join('\n\n')}

<Tabs {...given}><Tab {...given}>x</Tab></Tabs>

<Mermaid {...given} chart={"flowchart LR; a --> b"} />`
}

/** Elements that would shadow what scripts take from the document and the window. */
function clobber({ globals, attributes }: ThemeNames): string {
  const values = attributes.map((name) => `${name}="evil.txt"`).join(' ')
  const elements = globals.flatMap((name) => [
    `<img title="${planted}" name="${name}" alt="x" ${values} />`,
    `<a title="${planted}" id="${name}" name="${name}" href="/evil.txt" ${values}>x</a>`,
  ])
  return `${elements.join('\n\n')}\n\n${diagram}`
}

function describe(text: string): unknown {
  const schema = { type: 'object', description: text, properties: { a: { type: 'string', description: text } } }
  return {
    openapi: '3.1.0',
    info: { title: 'x', version: '1', description: text },
    paths: {
      '/x': {
        post: {
          summary: text.slice(0, 2000),
          description: text,
          parameters: [{ name: 'q', in: 'query', description: text, schema: { type: 'string' } }],
          requestBody: { description: text, content: { 'application/json': { schema } } },
          responses: { 200: { description: text, content: { 'application/json': { schema } } } },
        },
      },
    },
  }
}

/** Each setting has a share of the attributes, because front matter may have 10,000 characters. */
function frontMatter({ attributes }: ThemeNames, value: string): string {
  const keys = ['title', 'description', 'sidebarTitle', 'tag', 'icon']
  const share = Math.ceil(attributes.length / keys.length)
  const lines = keys.map((key, index) => {
    const own = attributes.slice(index * share, (index + 1) * share).map((name) => `${name}='${value}'`)
    return `${key}: ${JSON.stringify(`<a title="${planted}" class="search-button" ${own.join(' ')}>x</a>`)}`
  })
  return `---\n${lines.join('\n')}\n---\n\nx`
}

function style(attempts: Attempt[]): string {
  const texts = attempts.map(({ tag, attributes }) => element(tag, attributes, quoteHtml))
  return texts
    .map((text, index) => {
      const content = JSON.stringify(text.replaceAll('\\', ''))
      return `.p${index}::after { content: ${content} } /* </style>${text} */ .q${index}{color:red}</style>${text}`
    })
    .join('\n')
}

/** Each version has an announcement of its own, which is in front of everything else on its pages. */
function configure(markups: Attempt[][]): unknown {
  const write = (attempts: Attempt[]) => attempts.map(({ tag, attributes }) => element(tag, attributes)).join('\n\n')
  const text = write(markups[0] ?? []).slice(0, 5000)
  return {
    name: 'Hostile',
    description: text,
    footer: {
      socials: { [text]: 'https://a.example' },
      links: [{ header: text, items: [{ label: text, href: '/x' }] }],
    },
    navbar: { links: [{ label: text, href: '/clobber' }], primary: { type: 'button', label: text, href: '/clobber' } },
    words: { search: text, close: text, enlarge: text },
    navigation: {
      versions: markups.map((attempts, index) => ({
        version: `v${index}`,
        banner: { content: write(attempts), dismissible: true },
        groups: [
          {
            group: text,
            tag: text,
            pages: [
              ...['jsx', 'html', 'api', 'front'].map((kind) => `${kind}-${index}`),
              ...(index === 0 ? ['clobber'] : []),
            ],
          },
        ],
      })),
    },
  }
}
