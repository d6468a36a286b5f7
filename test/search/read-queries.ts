import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Query {
  kind: string
  query: string
  /** The one or two right pages. */
  pages: string[]
  /** The page that the reader is on. */
  reader: string
  isHeldOut: boolean
}

const folder = join(import.meta.dirname, 'queries')

export async function readQueries(site: string): Promise<Query[]> {
  const [open, heldOut] = await Promise.all([readTable(`${site}.tsv`), readTable(`held-out/${site}.tsv`)])
  return [...open.map((row) => toQuery(row, false)), ...heldOut.map((row) => toQuery(row, true))]
}

async function readTable(path: string): Promise<string[]> {
  return (await readFile(join(folder, path), 'utf8')).trim().split('\n').slice(1)
}

function toQuery(row: string, isHeldOut: boolean): Query {
  const [kind = '', query = '', pages = '', reader = ''] = row.split('\t')
  return { kind, query, pages: pages.split(' '), reader, isHeldOut }
}

/** A page by its address alone: `a/index.html` and `a` are the same. */
export function plainAddress(address: string): string {
  return address.replace(/\.(?:html|md)$/, '').replace(/(?:^|\/)index$/, '')
}

/** Addresses that no page of the site's own list has. */
export async function findUnlisted(root: string, queries: readonly Query[]): Promise<string[]> {
  const text = await readFile(join(root, 'llms.txt'), 'utf8')
  const listed = new Set([...text.matchAll(/\]\(([^)\s]+\.md)\)/g)].map(([, path = '']) => plainAddress(path)))
  return queries.flatMap(({ pages, reader }) => [...pages, reader]).filter((page) => !listed.has(plainAddress(page)))
}
