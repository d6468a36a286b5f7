import { z } from 'zod'
import { cleanPath } from '../tree/clean-path.ts'
import { findPage } from '../tree/read-page.ts'
import { Refusal } from '../tree/tree.ts'
import { insertItem, removeItems } from './json-text.ts'
import { findLists, nameIn, type PageList, placeOf } from './navigation-lists.ts'
import { savePages } from './save-pages.ts'
import type { Tool, ToolContext } from './tool.ts'

const input = z.strictObject({
  action: z.enum(['add', 'move', 'remove']),
  page: z.string().min(1),
  into: z.array(z.string()).optional(),
  after: z.string().optional(),
})

export const navigation: Tool<z.infer<typeof input>> = {
  name: 'navigation',
  input,
  async run({ action, page: given, into, after }, context) {
    const page = pageName(given)
    const { path, text: before } = await readSettings(context)
    if (action === 'add') await expectPage(context, page)
    const places = findLists(before).filter((list) => list.pages.includes(page))
    if (action === 'add' && places.length > 0) throw new Refusal(`${page} already stands in ${placeOf(places[0])}.`)
    if (action !== 'add' && places.length === 0)
      throw new Refusal(`${page} does not stand in the navigation of ${path}.${referenceNote(before)}`)

    const without = action === 'add' ? before : removePage(before, places, page)
    const text = action === 'remove' ? without : addPage(without, page, into, after && pageName(after))
    JSON.parse(text)
    if (text === before) throw new Refusal(`${page} already stands there.`)
    const now = findLists(text).find((list) => list.pages.includes(page))
    const sentence = now ? `${page} now stands in ${placeOf(now)}.` : `${page} no longer stands in the navigation.`
    return savePages(context, [{ path, before, after: text }], sentence)
  },
}

async function readSettings({ tree, docsPath }: ToolContext): Promise<{ path: string; text: string }> {
  for (const name of ['docs.json', 'mint.json']) {
    const path = cleanPath(`${docsPath}/${name}`.replace(/^\/+/, ''))
    const text = await findPage(tree, path)
    if (text === undefined) continue
    try {
      JSON.parse(text)
      return { path, text }
    } catch (error) {
      throw new Refusal(
        `${path} is not valid JSON: ${error instanceof Error ? error.message : error}. Fix it with edit.`,
      )
    }
  }
  throw new Refusal('There is no docs.json: the site has no navigation of its own.')
}

/** As pages are named there: `/guides/start.mdx` is `guides/start`. */
function pageName(given: string): string {
  return given.trim().replace(/^\/+|\.mdx?$/g, '')
}

/** Names such as `GET /pets` are pages that are made from an OpenAPI description. */
async function expectPage({ tree, docsPath }: ToolContext, page: string): Promise<void> {
  if (/^[A-Z]+ \//.test(page)) return
  for (const extension of ['mdx', 'md']) {
    const path = `${docsPath}/${page}.${extension}`.replace(/^\/+/, '')
    if ((await findPage(tree, path)) !== undefined) return
  }
  throw new Refusal(`There is no page ${page}: write it first.`)
}

function removePage(text: string, lists: readonly PageList[], page: string): string {
  const nodes = lists.map(({ node }) => node)
  return removeItems(text, nodes, (item) => item.kind === 'string' && nameIn(item.value) === page)
}

function addPage(text: string, page: string, into: string[] | undefined, after: string | undefined): string {
  const list = chooseList(text, into, after)
  const index = after === undefined ? list.pages.length : list.pages.indexOf(after) + 1
  return insertItem(text, list.node, index, page)
}

function chooseList(text: string, into: string[] | undefined, after: string | undefined): PageList {
  const lists = findLists(text)
  const fitting = lists.filter(
    ({ labels, pages }) =>
      (into === undefined || endsWith(labels, into)) && (after === undefined || pages.includes(after)),
  )
  const [list, another] = fitting
  if (list && !another && (into ?? after) !== undefined) return list
  const question = list ? 'More than one place fits' : 'No place fits'
  const names = (list ? fitting : lists).slice(0, 100).map((one) => `- ${placeOf(one)}`)
  throw new Refusal(`${question}: say with into or after which one.${referenceNote(text)}\n${names.join('\n')}`)
}

function referenceNote(text: string): string {
  return text.includes('"$ref"') ? ' Parts of it stand in the files that "$ref" names: change those with edit.' : ''
}

/** The names of the place in their order, the last one being its own; those between may be left out. */
function endsWith(labels: string[], into: string[]): boolean {
  if (into.length === 0) return labels.length === 0
  if (labels.at(-1) !== into.at(-1)) return false
  let found = 0
  for (const label of labels) if (label === into[found]) found++
  return found === into.length
}
