import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { BuiltSite } from './prepare-sites.ts'

/** A page, and what its source says a reader must find on it. */
export interface DrawnPage {
  /** From the site's root. */
  file: string
  route: string
  /** Undefined where the author gives none. */
  title: string | undefined
  /** The first plain words of its text, undefined where it has none. */
  words: string | undefined
  hosts: string[]
  /** Hidden pages are in no search. */
  isSearched: boolean
  /** A page of our own site, of which all is ours to answer for. */
  isOwn: boolean
}

/** So many pages of the site, evenly over the whole of it, the same ones in every run. */
export async function drawPages(site: BuiltSite, count: number): Promise<DrawnPage[]> {
  const sources = await listSources(site)
  const drawn = Math.min(count, sources.length)
  const chosen = Array.from(
    { length: drawn },
    (_, index) => sources[Math.floor((index * sources.length) / drawn)] ?? '',
  )
  return Promise.all(chosen.map((source) => readSource(site, source)))
}

/** Pages have a source of their own name; redirects and lists of pages have none. */
async function listSources({ root, out }: BuiltSite): Promise<string[]> {
  const built = new Set(await readdir(out, { recursive: true }))
  const files = await readdir(root, { recursive: true })
  return files.filter((file) => /\.mdx?$/.test(file) && built.has(toHtml(file))).sort()
}

function toHtml(source: string): string {
  return source.replace(/\.mdx?$/, '.html')
}

async function readSource({ root, hosts, isOwn }: BuiltSite, source: string): Promise<DrawnPage> {
  const text = await readFile(join(root, source), 'utf8')
  const [, block = '', body = text] = /^---\r?\n(.*?)\r?\n---[ \t]*\r?\n(.*)$/s.exec(text) ?? []
  const { title, hidden, noindex, url } = (parse(block) ?? {}) as Record<string, unknown>
  const route = `/${source.replace(/\.mdx?$/, '').replace(/(?:^|\/)index$/, '')}`
  return {
    file: toHtml(source),
    route,
    title: title === undefined || title === null ? undefined : String(title).trim(),
    words: findPlainWords(body),
    hosts: hosts.get(route) ?? [],
    isSearched: !hidden && !noindex && url === undefined,
    isOwn,
  }
}

/** A line with no markup in it, between empty lines, says the same in the source and on the page. */
function findPlainWords(body: string): string | undefined {
  const readable = body.replace(/^ *(`{3,}|~{3,}).*?^ *\1/gms, '').replace(/\{\/\*.*?\*\/\}|<!--.*?-->/gs, '')
  const line = /(?:^|\n)\r?\n(\p{Lu}[\p{L}\p{N} ,’]{24,})[^\n]*\r?\n\r?\n/u.exec(readable)?.[1]
  return line?.slice(0, 60).replace(/\s\S*$/, '')
}
