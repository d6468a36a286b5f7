import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path/posix'
import { type BuiltHeading, readHeadings } from './read-headings.ts'

export interface Renamed {
  /** What each address should lead to. */
  pages: Map<string, string>
  /** What the heading of each renamed place is called now. */
  headings: Map<string, string>
  /** Of the same pages, the headings that nobody touched: one may have another number now. */
  untouched: Map<string, string>
}

interface Counts {
  pages: number
  headings: number
  deletedPages: number
  deletedHeadings: number
}

/** The same on every run: numbers from a seed (mulberry32). */
function createDice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) % sides
  }
}

/** Renames, moves, edits and deletes pages and headings of a built site, as its authors would over a year. */
export async function renameSite(root: string, built: string, counts: Counts): Promise<Renamed> {
  const roll = createDice(20_261_116)
  const files = shuffle((await listPages(root)).sort(), roll)
  const renamed: Renamed = { pages: new Map(), headings: new Map(), untouched: new Map() }
  let docs = await readFile(join(root, 'docs.json'), 'utf8')
  for (const file of files.splice(0, counts.pages)) {
    const name = file.replace(/\.mdx$/, '')
    const to = await renamePage(root, file, renamed.pages.size, roll)
    docs = docs.replaceAll(`"${name}"`, `"${to}"`)
    renamed.pages.set(`/${name}`, `/${to}`)
  }
  for (const file of files.splice(0, counts.deletedPages)) {
    docs = docs.replaceAll(`"${file.replace(/\.mdx$/, '')}"`, '"index"')
    await rename(join(root, file), join(root, `${file}.deleted`))
  }
  await writeFile(join(root, 'docs.json'), docs)
  let deleted = 0
  for (const file of files) {
    const isDeleted = renamed.headings.size === counts.headings
    if (isDeleted && deleted === counts.deletedHeadings) break
    const published = await readPublished(built, file)
    const change = await renameHeading(root, file, published, isDeleted, roll)
    if (!change) continue
    const route = `/${file.replace(/\.mdx$/, '')}`
    if (isDeleted) deleted += 1
    else renamed.headings.set(`${route}#${change.id}`, change.title)
    for (const { id, title } of published) if (id !== change.id) renamed.untouched.set(`${route}#${id}`, title)
  }
  return renamed
}

/** None for a page that is not published. */
async function readPublished(built: string, file: string): Promise<BuiltHeading[]> {
  const html = await readFile(join(built, file.replace(/\.mdx$/, '.html')), 'utf8').catch(() => '')
  return readHeadings(html)
}

/** Pages with some text of their own, that are no start of a folder. */
async function listPages(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.mdx') && entry.name !== 'index.mdx')
  const paths = files.map((entry) => relative(root, join(entry.parentPath, entry.name)))
  const isSource = (path: string) => !/^(?:snippets|_|\.)/.test(path) && path.includes('/')
  const texts = await Promise.all(
    paths.filter(isSource).map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const),
  )
  return texts.filter(([, text]) => text.startsWith('---\n') && text.split(/\s+/).length > 120).map(([path]) => path)
}

async function renamePage(
  root: string,
  file: string,
  number: number,
  roll: (sides: number) => number,
): Promise<string> {
  const name = file.replace(/\.mdx$/, '')
  const base = name.slice(name.lastIndexOf('/') + 1)
  const folder = dirname(name)
  const names = [`about-${base}`, `${base}-guide`, `topic-${number}`, base]
  const kind = roll(4)
  // A page that keeps its name has moved to another folder.
  const moved = kind === 3 || roll(3) === 0 ? `${folder}/moved-${number % 7}` : folder
  const to = `${moved}/${names[kind]}`
  const text = await readFile(join(root, file), 'utf8')
  await mkdir(join(root, moved), { recursive: true })
  await writeFile(join(root, `${to}.mdx`), editPage(text, number, roll))
  await rename(join(root, file), join(root, `${file}.deleted`))
  return to
}

/** A third stays as it is, a third gets another title and loses a paragraph, a third is reworded here and there. */
function editPage(text: string, number: number, roll: (sides: number) => number): string {
  if (number % 3 === 0) return text
  const end = text.indexOf('\n---\n', 4) + 5
  const head =
    number % 3 === 1 ? text.slice(0, end).replace(/^title: .*$/m, `title: "Chapter ${number}"`) : text.slice(0, end)
  const parts = text.slice(end).split('\n\n')
  const plain = findParagraphs(parts)
  if (number % 3 === 1) parts.splice(plain[roll(plain.length || 1)] ?? parts.length, 1)
  else
    for (const at of plain.filter((_, index) => index % 4 === 0))
      parts[at] = `${(parts[at] ?? '').split(' ').slice(3).join(' ')} This was written anew in part ${number}.`
  return head + parts.join('\n\n')
}

/** Plain ones, outside code and expressions. */
function findParagraphs(parts: readonly string[]): number[] {
  let [fences, braces] = [0, 0]
  return parts.flatMap((part, at) => {
    const isPlain = fences % 2 === 0 && braces === 0 && /^[A-Z][^<{|`#]{80,}$/.test(part)
    fences += part.match(/^\s*(?:```|~~~)/gm)?.length ?? 0
    braces += (part.match(/\{/g)?.length ?? 0) - (part.match(/\}/g)?.length ?? 0)
    return isPlain ? [at] : []
  })
}

/** One heading of a page, outside code and components: it gets other words, or goes with all that is below it. */
async function renameHeading(
  root: string,
  file: string,
  published: readonly BuiltHeading[],
  isDeleted: boolean,
  roll: (sides: number) => number,
): Promise<{ id: string; title: string } | undefined> {
  const text = await readFile(join(root, file), 'utf8')
  const lines = text.split('\n')
  const headings = findHeadings(lines)
  const titles = headings.map(({ title }) => title.toLowerCase())
  const chosen = headings[roll(headings.length || 1)]
  const next = headings[headings.indexOf(chosen as never) + 1]
  if (!chosen || !/^[A-Za-z][A-Za-z0-9 ]+$/.test(chosen.title)) return undefined
  const id = findId(chosen, headings, published)
  if (id === undefined) return undefined
  if (isDeleted) {
    if (!next) return undefined
    await writeFile(join(root, file), [...lines.slice(0, chosen.at), ...lines.slice(next.at)].join('\n'))
    return { id, title: '' }
  }
  const words = chosen.title.split(' ')
  const titlesNow = [
    `How to ${chosen.title}`,
    `${words.slice(0, 2).join(' ')} in detail`,
    `Chapter ${chosen.at}`,
    words.reverse().join(' and '),
  ]
  const title = titlesNow[roll(4)] ?? ''
  if (title === chosen.title || titles.includes(title.toLowerCase())) return undefined
  lines[chosen.at] = `${chosen.marks} ${title}`
  if (roll(3) === 0) lines[chosen.at + 2] = `${lines[chosen.at + 2] ?? ''}\n`
  await writeFile(join(root, file), lines.join('\n'))
  return { id, title }
}

/** The id that a heading was published with, undefined where the page has others like it that the source does not show. */
function findId(
  chosen: SourceHeading,
  headings: readonly SourceHeading[],
  published: readonly BuiltHeading[],
): string | undefined {
  const alike = headings.filter(({ marks, title }) => marks === chosen.marks && title === chosen.title)
  const built = published.filter(({ depth, title }) => depth === chosen.marks.length && title === chosen.title)
  return built.length === alike.length ? built[alike.indexOf(chosen)]?.id : undefined
}

interface SourceHeading {
  at: number
  marks: string
  title: string
}

function findHeadings(lines: readonly string[]): SourceHeading[] {
  let fence = false
  return lines.flatMap((line, at) => {
    if (/^\s*(?:```|~~~)/.test(line)) fence = !fence
    const [, marks, title] = (!fence && /^(#{2,4}) (.+?)\s*$/.exec(line)) || []
    return marks && title ? [{ at, marks, title }] : []
  })
}

function shuffle<Item>(items: Item[], roll: (sides: number) => number): Item[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = roll(at + 1)
    const [a, b] = [items[at] as Item, items[other] as Item]
    items[at] = b
    items[other] = a
  }
  return items
}
