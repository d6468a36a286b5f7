import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface PlainPage {
  path: string
  title: string
  body: string
}

// As a person orders a large site: 20 pages in a group, 10 groups in a tab.
const pagesOfGroup = 20
const groupsOfTab = 10

/**
 * As many pages as asked. When the sources are used up they begin again; then every line of code ends with the number
 * of the round, since a highlighter that remembers lines would otherwise know them all.
 */
export function makePlainPages(sources: string[], count: number, firstRound = 0): PlainPage[] {
  return Array.from({ length: count }, (_, index) => {
    const round = firstRound + Math.floor(index / sources.length)
    const part = Math.floor(index / (pagesOfGroup * groupsOfTab)) + 1
    const group = (Math.floor(index / pagesOfGroup) % groupsOfTab) + 1
    const number = String(index + 1).padStart(6, '0')
    return {
      path: `part-${String(part).padStart(4, '0')}/group-${String(group).padStart(2, '0')}/page-${number}`,
      title: `Page ${number}`,
      body: `This is page ${number}.\n\n${markCode(sources[index % sources.length] ?? '', round)}`,
    }
  })
}

function markCode(body: string, round: number): string {
  if (round === 0) return body
  return body.replace(/^(```|~~~)([^\n]*\n)([\s\S]*?\n)\1[ \t]*$/gm, (_, fence, opening, code) => {
    const marked = code.replace(/\S$/gm, `$& ${round}`)
    return `${fence}${opening}${marked}${fence}`
  })
}

/** A site of plain Markdown in docs.json's format; `settings` stand in the front matter of every page. */
export async function writeDocsSite(pages: PlainPage[], folder: string, settings = ''): Promise<void> {
  await writePages(pages, folder, settings)
  await writeFile(join(folder, 'docs.json'), JSON.stringify({ name: 'Bench', navigation: { tabs: orderPages(pages) } }))
}

export async function writePages(pages: PlainPage[], folder: string, settings = ''): Promise<void> {
  for (const { path, title, body } of pages) {
    const file = join(folder, `${path}.md`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `---\ntitle: ${JSON.stringify(title)}\n${settings}---\n\n${body}\n`)
  }
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
