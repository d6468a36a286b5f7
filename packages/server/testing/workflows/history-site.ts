import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Random } from './random.ts'

interface Page {
  title: string
  fields: Record<string, string>
  body: string[]
}

/** Pages of one version and language, in the order of the sidebar. */
interface Root {
  /** Folder of its pages. */
  name: string
  groups: { name: string; pages: string[] }[]
}

export interface HistorySiteOptions {
  /** Text of a page that is private from time to time. */
  canary: string
  /** Address of a picture on another host. */
  picture: string
  /** With two versions in two languages and dates from git, instead of one sidebar with an API. */
  isTranslated: boolean
}

const pagesOfPlainSite = 24
const pagesOfRoot = 6
export const svg = (words: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${words}</title></svg>\n`

/** A docs folder in memory that is changed at random. */
export class HistorySite {
  readonly #options: HistorySiteOptions
  readonly #random: Random
  readonly #pages = new Map<string, Page>()
  readonly #files = new Map<string, string>()
  readonly #roots: Root[] = []
  readonly #staff: string
  #settings: Record<string, unknown> = { name: 'History', theme: 'mint', colors: { primary: '#0a6b53' } }
  #count = 0

  constructor(options: HistorySiteOptions, random: Random) {
    this.#options = options
    this.#random = random
    if (options.isTranslated) this.#settings.metadata = { timestamp: true }
    const names = options.isTranslated ? ['v2/en', 'v2/fr', 'v1/en', 'v1/fr'] : ['guides']
    for (const name of names) this.#addRoot(name)
    this.#staff = `${names[0]}/staff`
    this.#pages.set(this.#staff, {
      title: `Staff ${options.canary}`,
      fields: {},
      body: [`For the staff: ${options.canary}.`],
    })
    this.#files.set('images/tide.svg', svg('high'))
    this.#files.set('snippets/tide.mdx', 'The tide is high.\n')
    this.#files.set('unused/note.mdx', '---\ntitle: Unused\n---\n\nNobody links to it.\n')
    if (!options.isTranslated) this.#files.set('openapi.json', JSON.stringify(this.#api))
  }

  get isPrivate(): boolean {
    return this.#pages.get(this.#staff)?.fields.groups !== undefined
  }

  /** Changes one thing; returns its name. */
  change(): string {
    const [name, change] = this.#pick(Object.entries(this.#changes))
    change()
    return name
  }

  async write(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true })
    const files = new Map(this.#files)
    for (const [path, page] of this.#pages) files.set(`${path}.mdx`, formatPage(page))
    files.set('docs.json', JSON.stringify({ ...this.#settings, navigation: this.#listNavigation() }))
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
  }

  readonly #changes: Record<string, () => void> = {
    text: () => void this.#anyPage().body.push(`Sentence ${this.#count++}.`),
    heading: () => void this.#anyPage().body.push(`## Heading ${this.#count++}\n\nIts text.`),
    'front matter': () => {
      const page = this.#anyPage()
      const field = this.#pick(['title', 'description', 'sidebarTitle', 'tag', 'keywords'])
      if (field === 'title') page.title = `Title ${this.#count++}`
      else page.fields[field] = field === 'keywords' ? `[word${this.#count++}]` : `Words ${this.#count++}`
    },
    'hidden or not indexed': () => this.#toggle(this.#anyPage(), this.#pick(['hidden', 'noindex']), 'true'),
    'private or public': () => this.#toggle(this.#pages.get(this.#staff) as Page, 'groups', '["staff"]'),
    'name of a group': () => {
      this.#pick(this.#pick(this.#roots).groups).name = `Group ${this.#count++}`
    },
    'place of a page': () => {
      const { groups } = this.#pick(this.#roots)
      const [moved] = this.#pick(groups).pages.splice(0, 1)
      if (moved !== undefined) this.#pick(groups).pages.push(moved)
    },
    'added page': () => {
      const path = `${this.#pick(this.#roots).name}/added-${this.#count++}`
      this.#addText(path)
      this.#pick(this.#rootOf(path).groups).pages.push(path)
    },
    'deleted page': () => this.#delete(this.#anyPath()),
    'renamed page': () => {
      const path = this.#anyPath()
      const page = this.#pages.get(path) as Page
      const renamed = `${this.#rootOf(path).name}/renamed-${this.#count++}`
      this.#delete(path)
      this.#pages.set(renamed, page)
      this.#pick(this.#rootOf(renamed).groups).pages.push(renamed)
    },
    snippet: () => void this.#files.set('snippets/tide.mdx', `The tide of ${this.#count++}.\n`),
    picture: () => void this.#files.set('images/tide.svg', svg(`${this.#count++}`)),
    'missing picture': () => this.#toggleFile('images/late.svg', svg('late')),
    'missing snippet': () => this.#toggleFile('snippets/late.mdx', 'It is late.\n'),
    'missing page': () => this.#toggleFile('late.mdx', '---\ntitle: Late\n---\n\nIt is late.\n'),
    'missing heading': () => {
      const { body } = this.#pages.get(this.#first) as Page
      const at = body.indexOf('## Late heading')
      if (at === -1) body.push('## Late heading')
      else body.splice(at, 1)
    },
    'ignored files': () => this.#toggleFile(this.#pick(['.mintignore', '.binderyignore']), '/unused\n'),
    settings: () => {
      const chosen = this.#pick([
        { name: `History ${this.#count++}` },
        { colors: { primary: this.#pick(['#225588', '#882255', '#0a6b53']) } },
        { banner: { content: `Banner ${this.#count++}` } },
        { footer: { socials: { github: `https://github.com/example/${this.#count++}` } } },
        { redirects: [{ source: `/old-${this.#count++}`, destination: `/${this.#first}` }] },
        { search: { prompt: `Search ${this.#count++}` } },
        { seo: { metatags: { 'og:site_name': `Site ${this.#count++}` } } },
      ])
      this.#settings = { ...this.#settings, ...chosen }
    },
    theme: () => {
      this.#settings.theme = this.#pick(['mint', 'maple', 'palm', 'willow', 'linden', 'almond', 'aspen'])
    },
    'style sheet': () => void this.#files.set('style.css', `.note { order: ${this.#count++}; }\n`),
    'file of an API': () => {
      if (this.#options.isTranslated) return
      const at = this.#pick(Object.keys(this.#api.paths))
      const chance = this.#random()
      if (chance < 0.3) this.#api.paths[`/new-${this.#count}`] = operation(`New ${this.#count++}`)
      else if (chance < 0.5 && Object.keys(this.#api.paths).length > 1) delete this.#api.paths[at]
      else this.#api.paths[at] = operation(`Changed ${this.#count++}`)
      this.#files.set('openapi.json', JSON.stringify(this.#api))
    },
    'versions and languages': () => {
      if (!this.#options.isTranslated) return
      // The first page of the site stays.
      const others = this.#roots.splice(1)
      if (this.#random() < 0.4) others.reverse()
      else if (this.#random() < 0.5 && others.length > 1) this.#deleteRoot(others.pop() as Root)
      else if (others.length < 6) {
        this.#roots.push(...others)
        return this.#addRoot(`v${3 + this.#count++}/${this.#pick(['en', 'fr', 'de'])}`)
      }
      this.#roots.push(...others)
    },
  }

  readonly #api: { paths: Record<string, unknown>; [field: string]: unknown } = {
    openapi: '3.1.0',
    info: { title: 'Tides', version: '1.0.0' },
    servers: [{ url: 'https://api.example.com' }],
    paths: { '/tides': operation('List tides'), '/moons': operation('List moons') },
  }

  get #first(): string {
    return `${this.#roots[0]?.name}/page-0`
  }

  #addRoot(name: string): void {
    const count = this.#options.isTranslated ? pagesOfRoot : pagesOfPlainSite
    const paths = Array.from({ length: count }, (_, n) => `${name}/page-${n}`)
    const half = count / 2
    const groups = [
      { name: 'Start', pages: paths.slice(0, half) },
      { name: 'More', pages: paths.slice(half) },
    ]
    this.#roots.push({ name, groups })
    for (const path of paths) this.#addText(path)
  }

  /** Some pages show what other pages do not, or what is missing for now. */
  #addText(path: string): void {
    const [root] = this.#roots
    const links = `See [the first](/${this.#first}#late-heading), [the staff](/${root?.name}/staff) and [the late](/late).`
    const parts = [
      '![The tide](/images/tide.svg)',
      '![Late](/images/late.svg)',
      `import Tide from '/snippets/tide.mdx'\n\n<Tide />`,
      `import Late from '/snippets/late.mdx'\n\n<Late />`,
      links,
      `![Elsewhere](${this.#options.picture})`,
      '<Note>A note.</Note>\n\n```ts\nconst tide = 1\n```',
    ]
    const part = parts[this.#pages.size % parts.length] ?? ''
    this.#pages.set(path, { title: `Page ${path}`, fields: {}, body: [`The text of ${path}.`, part] })
  }

  #delete(path: string): void {
    this.#pages.delete(path)
    for (const group of this.#rootOf(path).groups) group.pages = group.pages.filter((one) => one !== path)
  }

  #deleteRoot({ name }: Root): void {
    for (const path of [...this.#pages.keys()]) if (path.startsWith(`${name}/`)) this.#pages.delete(path)
  }

  #rootOf(path: string): Root {
    return this.#roots.find(({ name }) => path.startsWith(`${name}/`)) as Root
  }

  /** Not the first one and not the private one. */
  #anyPath(): string {
    const paths = [...this.#pages.keys()].filter((path) => path !== this.#first && path !== this.#staff)
    return this.#pick(paths)
  }

  #anyPage(): Page {
    return this.#pages.get(this.#anyPath()) as Page
  }

  #toggle({ fields }: Page, field: string, value: string): void {
    if (fields[field] === undefined) fields[field] = value
    else delete fields[field]
  }

  #toggleFile(path: string, text: string): void {
    if (!this.#files.delete(path)) this.#files.set(path, text)
  }

  #listNavigation() {
    const groupsOf = ({ groups, name }: Root) => [
      ...groups.filter(({ pages }) => pages.length > 0).map(({ name: group, pages }) => ({ group, pages })),
      ...(this.#staff.startsWith(`${name}/`) ? [{ group: 'Staff', pages: [this.#staff] }] : []),
    ]
    const [first] = this.#roots
    if (!this.#options.isTranslated && first)
      return { groups: [...groupsOf(first), { group: 'API', openapi: '/openapi.json' }] }
    const versions = Map.groupBy(this.#roots, ({ name }) => name.split('/')[0])
    return {
      versions: [...versions].map(([version, roots]) => ({
        version,
        languages: roots.map((root) => ({ language: root.name.split('/')[1], groups: groupsOf(root) })),
      })),
    }
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item
  }
}

function operation(summary: string) {
  return { get: { summary, responses: { 200: { description: 'They are listed.' } } } }
}

function formatPage({ title, fields, body }: Page): string {
  const lines = Object.entries({ title: JSON.stringify(title), ...fields }).map(
    ([field, value]) => `${field}: ${value}`,
  )
  return `---\n${lines.join('\n')}\n---\n\n${body.join('\n\n')}\n`
}
