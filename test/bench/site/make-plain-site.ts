import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface PlainPage {
  path: string
  title: string
  body: string
}

// As a person orders a large site: 20 pages in a group, 10 groups in a tab.
const pagesOfGroup = 20
const groupsOfTab = 10

/** A site of plain Markdown in docs.json's format. */
export async function writeDocsSite(pages: PlainPage[], folder: string): Promise<void> {
  for (const page of pages) await writePage(join(folder, `${page.path}.md`), page)
  await writeFile(join(folder, 'docs.json'), JSON.stringify({ name: 'Bench', navigation: { tabs: orderPages(pages) } }))
}

export async function writePage(file: string, { title, body }: PlainPage): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `---\ntitle: ${JSON.stringify(title)}\n---\n\n${body}\n`)
}

function orderPages(pages: PlainPage[]) {
  const groups = chunk(pages, pagesOfGroup).map((own, index) => ({
    group: `Group ${index + 1}`,
    pages: own.map(({ path }) => path),
  }))
  return chunk(groups, groupsOfTab).map((own, index) => ({ tab: `Part ${index + 1}`, groups: own }))
}

function chunk<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

/**
 * As many pages as asked, derived from a corpus: JSX removed, prose and code fences kept. When the corpus is used up it
 * begins again under another name, with each page's number in its text, so that no two pages are the same.
 */
export async function makePlainPages(corpus: string, count: number): Promise<PlainPage[]> {
  const sources = await readSources(corpus)
  return Array.from({ length: count }, (_, index) => {
    const body = sources[index % sources.length] ?? ''
    const part = Math.floor(index / (pagesOfGroup * groupsOfTab)) + 1
    const group = (Math.floor(index / pagesOfGroup) % groupsOfTab) + 1
    const number = String(index + 1).padStart(6, '0')
    return {
      path: `part-${String(part).padStart(4, '0')}/group-${String(group).padStart(2, '0')}/page-${number}`,
      title: `Page ${number}`,
      body: `This is page ${number}.\n\n${body}`,
    }
  })
}

async function readSources(corpus: string): Promise<string[]> {
  const names = await readdir(corpus, { recursive: true })
  const files = names.filter((name) => name.endsWith('.mdx') && !/snippets|^(?:fr|ja|ko)\//.test(name)).sort()
  const bodies: string[] = []
  for (const file of files) {
    const body = toPlainMarkdown(await readFile(join(corpus, file), 'utf8'))
    if (body.length > 400) bodies.push(body)
  }
  return bodies
}

const fencedBlock = /^(?:```|~~~)[^\n]*\n[\s\S]*?\n(?:```|~~~)[ \t]*$/gm

/** What every peer can read: no JSX, no braces, no imports, links and images turned to their text. */
export function toPlainMarkdown(source: string): string {
  const fences: string[] = []
  const body = source
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^[ \t]+(?=```|~~~)/gm, '')
    .replace(fencedBlock, (block) => `\uE000${fences.push(block) - 1}\uE001`)
    .replace(/^(?:import|export)\s.*$/gm, '')
    .replace(/\{\/\*[\s\S]*?\*\/\}/g, '')
    .replace(/<[^>\n]*>/g, '')
    .replace(/<\/?[A-Za-z][\s\S]*?>/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[{}<>]/g, '')
    .replace(/^[ \t]+(?=\S)/gm, '')
    .replace(/\n{3,}/g, '\n\n')
  return body.replace(/\uE000(\d+)\uE001/g, (_, index) => fences[Number(index)] ?? '').trim()
}
