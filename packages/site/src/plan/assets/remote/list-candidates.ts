import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { SitePlan } from '../../../model/site-plan.ts'
import { mapConcurrently } from '../../files/map-concurrently.ts'
import { readRemoteUrl } from '../../openapi/remote-url.ts'

/** Addresses on other hosts that the configuration itself shows. */
export function listConfigured({ config }: Pick<SitePlan, 'config'>): string[] {
  const { logo, favicon, background, fonts } = config
  const pairs = [logo, favicon, background.image].flatMap((pair) => [pair?.light, pair?.dark])
  const named = [...pairs, fonts.body?.source, fonts.heading?.source]
  return [...new Set(named.flatMap((src) => (src === undefined ? [] : (readRemoteAddress(src) ?? []))))]
}

/** The one name of an address that an author wrote, if it is on another host. */
export function readRemoteAddress(src: string): string | undefined {
  if (!/^(?:https?:)?\/\//i.test(src)) return undefined
  return readRemoteUrl(src.startsWith('//') ? `https:${src}` : src)
}

/**
 * Routes of the pages that may show something of another host, more rather than fewer: only these are rendered to know
 * what. A page counts by its own text, by that of a file which it imports, and by the description of its operation.
 */
export async function listCandidates(root: string, plan: SitePlan): Promise<string[]> {
  const named = namesOf(await readTexts(root, plan.sources))
  const specs = await listSpecs(root, plan)
  const inBanner = mayShowRemote(JSON.stringify(plan.config.banner ?? ''))
  // One after the other: the text of all of them would be 100 MB for 10,000 pages.
  const pages = mapConcurrently(plan.pages.entries(), 32, async ([index, { route, file, operation }]) => {
    const isChosen = (inBanner && index === 0) || (operation !== undefined && specs.has(operation.spec))
    if (isChosen || !isText(file)) return isChosen ? [route] : []
    const text = await readText(root, file)
    return mayShowRemote(text) || named.some((name) => namesFile(text, name)) ? [route] : []
  })
  return (await Array.fromAsync(pages)).flat()
}

/** Names by which pages import the files that show something remote, or import one that does. */
function namesOf(sources: ReadonlyMap<string, string>): string[] {
  const names = new Set<string>()
  for (let before = -1; before !== names.size; ) {
    before = names.size
    for (const [file, text] of sources) {
      if (mayShowRemote(text) || [...names].some((name) => namesFile(text, name))) {
        names.add(basename(file, extname(file)))
      }
    }
  }
  return [...names]
}

/** As a path, or as a name in quotes. */
function namesFile(text: string, name: string): boolean {
  return ['/', '"', "'"].some((before) => text.includes(before + name))
}

async function listSpecs(root: string, plan: SitePlan): Promise<Set<string>> {
  const specs = [...new Set(plan.pages.flatMap(({ operation }) => operation?.spec ?? []))]
  const texts = await readTexts(
    root,
    specs.filter((spec) => !/^https?:/i.test(spec)),
  )
  // One of another host is not read for this: its pages are few, and all of them are tried.
  return new Set(specs.filter((spec) => mayShowRemote(texts.get(spec) ?? '![](//)')))
}

async function readTexts(root: string, files: readonly string[]): Promise<Map<string, string>> {
  const read = mapConcurrently(files, 32, async (file) => [file, await readText(root, file)] as const)
  return new Map(await Array.fromAsync(read))
}

function readText(root: string, file: string): Promise<string> {
  return readFile(join(root, file), 'utf8').catch(() => '')
}

function isText(file: string): boolean {
  return /\.mdx?$/i.test(file)
}

// Attributes and properties whose address a reader follows and no browser loads by itself.
const followed = new Set(['href', 'url', 'link', 'to', 'cite', 'action'])
const wrapping = new Set([' ', '\n', '\t', '"', "'", '`', '{', '<', '\\', '[', '&'])

/** Whether a text names something on another host where a browser would load it; one look at each address. */
export function mayShowRemote(text: string): boolean {
  const shown = text.includes('```') ? withoutFences(text) : text
  for (let at = shown.indexOf('//'); at !== -1; at = shown.indexOf('//', at + 2)) {
    if (isShown(shown, at)) return true
  }
  return false
}

/** Code shows many addresses that no browser loads. */
function withoutFences(text: string): string {
  let isCode = false
  const lines = text.split('\n').filter((line) => {
    const isFence = line.trimStart().startsWith('```')
    if (isFence) isCode = !isCode
    return !isFence && !isCode
  })
  return lines.join('\n')
}

function isShown(text: string, slashes: number): boolean {
  let at = slashes
  if (text.slice(at - 6, at).toLowerCase() === 'https:') at -= 6
  else if (text.slice(at - 5, at).toLowerCase() === 'http:') at -= 5
  let before = at - 1
  for (let steps = 0; steps < 8 && wrapping.has(text[before] ?? ''); steps++) before -= 1
  const sign = text[before]
  // `![alt](https://…`, with whatever the alternative text holds, or `url(https://…` in a style.
  if (sign === '(') return /(?:url|-set)$/i.test(text.slice(before - 4, before)) || mayEndImage(text, before)
  if (sign === ',' || sign === '}') return true
  if (sign !== '=' && sign !== ':') return false
  return !followed.has(nameBefore(text, before))
}

function mayEndImage(text: string, bracket: number): boolean {
  return text.slice(Math.max(0, bracket - 500), bracket).includes('![')
}

function nameBefore(text: string, sign: number): string {
  const [, name = ''] = /([\w-]*)["'\s\\]*$/.exec(text.slice(Math.max(0, sign - 40), sign)) ?? []
  return name.toLowerCase()
}
