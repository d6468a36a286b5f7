import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const kinds = ['added', 'changed', 'moved', 'removed'] as const

/** Edits as many pages of the navigation, chosen at random, and names what a comparison must say of each. */
export async function editPages(root: string, count: number): Promise<string[]> {
  const pages = await readDistinctPages(root)
  if (pages.length < count) throw new Error(`The navigation names ${pages.length} pages; ${count} are to be edited.`)
  const expected: string[] = []
  for (let left = count; left > 0; left--) {
    const [route = ''] = pages.splice(randomInt(pages.length), 1)
    expected.push(await editPage(root, route, kinds[randomInt(kinds.length)] ?? 'changed'))
  }
  return expected.sort()
}

async function editPage(root: string, route: string, kind: (typeof kinds)[number]): Promise<string> {
  const file = join(root, `${route}.mdx`)
  // Beside the page, so that what it names relative to itself is still found.
  const beside = `${route}-${kind}`
  if (kind === 'added') await writeFile(join(root, `${beside}.mdx`), `---\ntitle: New\n---\n\nBeside ${route}.\n`)
  if (kind === 'changed') await writeFile(file, `${await readFile(file, 'utf8')}\n\nAn edited sentence.\n`)
  if (kind === 'moved') await rename(file, join(root, `${beside}.mdx`))
  if (kind === 'removed') await rm(file)
  if (kind === 'changed' || kind === 'removed') return `${kind} ${route}`
  return kind === 'moved' ? `moved ${beside} from ${route}` : `added ${beside}`
}

/** Of pages with the same text, nobody could say which one was moved. */
async function readDistinctPages(root: string): Promise<string[]> {
  const { navigation } = JSON.parse(await readFile(join(root, 'docs.json'), 'utf8')) as { navigation: unknown }
  const routes = [...new Set(listTexts(navigation))].filter((route) => existsSync(join(root, `${route}.mdx`)))
  const byText = new Map<string, string>()
  for (const route of routes) byText.set(await readFile(join(root, `${route}.mdx`), 'utf8'), route)
  return [...byText.values()]
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}
