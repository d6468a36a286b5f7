import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { BuiltSite } from './prepare-sites.ts'

/** A page, and what its source says a reader must find on it. */
export interface SampledPage {
  /** From the site's root. */
  file: string
  route: string
  /** Undefined where the author gives none. */
  title: string | undefined
  /** The first plain words of its text, undefined where it has none. */
  words: string | undefined
  hosts: string[]
  /** The report says that a part of it could not be rendered, which may be all that there is. */
  isIncomplete: boolean
  /** Hidden pages are in no search. */
  isSearched: boolean
  /** Rendered from a description of an API, or a page of ours: it has no source of its own. */
  isGenerated: boolean
  /** A page of our own site, of which all is ours to answer for. */
  isOwn: boolean
}

/** A file of the site that is a page; those that we generate have no source. */
interface FoundPage {
  file: string
  source: string | undefined
  language: string
  isIndexed: boolean
}

/** So many pages in each language of the site, evenly over the whole of it, the same ones in every run. */
export async function samplePages(site: BuiltSite, count: number): Promise<SampledPage[]> {
  const found = await findPages(site)
  const languages = Map.groupBy(found, ({ language }) => language)
  const chosen = [...languages.values()].flatMap((pages) => takeEvenly(pages, count))
  return Promise.all(chosen.map((page) => describe(site, page)))
}

function takeEvenly<T>(items: T[], count: number): T[] {
  const size = Math.min(count, items.length)
  return Array.from({ length: size }, (_, index) => items[Math.floor((index * items.length) / size)] as T)
}

async function findPages({ root, out, isOwn }: BuiltSite): Promise<FoundPage[]> {
  const sources = new Map((await readdir(root, { recursive: true })).map((file) => [toHtml(file), file]))
  const files = (await readdir(out, { recursive: true })).filter((file) => file.endsWith('.html')).sort()
  const pages: FoundPage[] = []
  for (const file of files) {
    const opening = await readOpening(join(out, file))
    const isPage = opening.includes('data-bindery-root=')
    // Lists of pages and the page of a wrong address are ours alone, and read where all is ours.
    const isShared = file.startsWith('_bindery/') || file === '404.html'
    if (!isPage || (isShared && !isOwn)) continue
    const language = /<html lang="([^"]*)"/.exec(opening)?.[1] ?? ''
    const isIndexed = !opening.includes('name="robots" content="noindex"')
    pages.push({ file, source: sources.get(file), language, isIndexed })
  }
  return pages
}

/** What tells a page from a redirect or a report, and whether search may find it, stands before anything long. */
async function readOpening(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

function toHtml(source: string): string {
  return source.replace(/\.mdx?$/, '.html')
}

async function describe({ root, hosts, incomplete, isOwn }: BuiltSite, page: FoundPage): Promise<SampledPage> {
  const { file, source, isIndexed } = page
  const route = `/${file.replace(/\.html$/, '').replace(/(?:^|\/)index$/, '')}`
  const text = source === undefined ? '' : await readFile(join(root, source), 'utf8')
  const [, block = '', body = text] = /^---\r?\n(.*?)\r?\n---[ \t]*\r?\n(.*)$/s.exec(text) ?? []
  const { title, hidden, url } = (parse(block) ?? {}) as Record<string, unknown>
  return {
    file,
    route,
    title: title === undefined || title === null ? undefined : String(title).trim(),
    words: findPlainWords(body),
    hosts: hosts.get(route) ?? [],
    isIncomplete: source !== undefined && incomplete.has(source),
    isSearched: isIndexed && !hidden && url === undefined,
    isGenerated: source === undefined,
    isOwn,
  }
}

/** A line with no markup in it, between empty lines, says the same in the source and on the page. */
function findPlainWords(body: string): string | undefined {
  const readable = body.replace(/^ *(`{3,}|~{3,}).*?^ *\1/gms, '').replace(/\{\/\*.*?\*\/\}|<!--.*?-->/gs, '')
  const line = /(?:^|\n)\r?\n(\p{Lu}[\p{L}\p{N} ,’]{24,})[^\n]*\r?\n\r?\n/u.exec(readable)?.[1]
  return line?.slice(0, 60).replace(/\s\S*$/, '')
}
