import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlannedPage, SitePlan } from '../../../model/site-plan.ts'
import { mapConcurrently } from '../../files/map-concurrently.ts'
import { indexSite } from '../../index-site.ts'
import { readRemoteUrl } from '../../openapi/remote-url.ts'
import { listFontSheets } from './fonts/font-sheet.ts'
import { listImports } from './list-imports.ts'
import { mayShowRemote } from './may-show-remote.ts'

/** Addresses on other hosts that the configuration shows, those of the author's style sheets, and the icons of pages in listings of a group. */
export function listConfigured({ config, navigation, pages, styles }: SitePlan): string[] {
  const { logo, favicon, background, fonts } = config
  const pairs = [logo, favicon, background.image].flatMap((pair) => [pair?.light, pair?.dark])
  const icons = JSON.stringify(navigation).includes('"directory":') ? pages.map(({ icon }) => icon) : []
  const named = [...pairs, fonts.body?.source, fonts.heading?.source, ...icons]
  const addresses = named.flatMap((src) => (src === undefined ? [] : (readRemoteAddress(src) ?? [])))
  return [...new Set([...addresses, ...listFontSheets(fonts), ...(styles?.remote ?? [])])]
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
  const specs = await listSpecs(root, plan)
  const withBanner = listWithBanner(plan)
  const files = await findShowing(root, [...plan.sources, ...plan.pages.map(({ file }) => file)])
  const isCandidate = ({ route, file, operation, own }: PlannedPage) =>
    withBanner.has(route) ||
    (operation !== undefined && specs.has(operation.spec)) ||
    files.has(file) ||
    Object.values(own?.metatags ?? {}).some((value) => value.startsWith('//'))
  return plan.pages.filter(isCandidate).map(({ route }) => route)
}

/** A page of each section, where an announcement may show something remote: it is the same on all of them. */
function listWithBanner(plan: SitePlan): Set<string> {
  const { config, navigation, pages } = plan
  if (!mayShowRemote(JSON.stringify([config.banner, navigation]))) return new Set()
  const firsts = indexSite(plan).navigation.sections.map((section) => section.pages[0])
  return new Set([pages[0]?.route, ...firsts].filter((route) => route !== undefined))
}

/** Those that show something remote, or import one that does. */
async function findShowing(root: string, files: readonly string[]): Promise<Set<string>> {
  const importers = new Map<string, string[]>()
  const showing = new Set<string>()
  // Of each file only this is held: the text of all of them would be 100 MB for 10,000 pages.
  for await (const { file, shows, imports } of mapConcurrently(files, 32, (name) => readShown(root, name))) {
    if (shows) showing.add(file)
    for (const path of imports) addTo(importers, path, file)
  }
  // A set goes on to what is added while it is walked.
  for (const file of showing) for (const importer of importers.get(file) ?? []) showing.add(importer)
  return showing
}

function addTo(lists: Map<string, string[]>, name: string, item: string): void {
  const list = lists.get(name)
  if (list) list.push(item)
  else lists.set(name, [item])
}

async function readShown(root: string, file: string) {
  if (!isSource.test(file)) return { file, shows: false, imports: [] }
  const text = await readText(root, file)
  const imports = listImports(text, file)
  return { file, shows: imports === undefined || mayShowRemote(text), imports: imports ?? [] }
}

// Whatever pages may import, and pages themselves.
const isSource = /\.(?:mdx?|[cm]?[jt]sx?)$/i

async function listSpecs(root: string, plan: SitePlan): Promise<Set<string>> {
  const specs = [...new Set(plan.pages.flatMap(({ operation }) => operation?.spec ?? []))]
  const read = mapConcurrently(specs, 4, async (spec) => {
    // One of another host is not read for this: its pages are few, and all of them are tried.
    if (/^https?:/i.test(spec)) return [spec]
    return mayDescribeRemote(await readText(root, spec)) ? [spec] : []
  })
  return new Set((await Array.fromAsync(read)).flat())
}

// Letters and signs of Markdown that a description may hold as numbers.
const numbered = /\\(?:u00|x)(?:2[189]|3[ad]|5[bd]|[67])/i

/** In JSON and YAML a line may end as a sign of its own. */
function mayDescribeRemote(text: string): boolean {
  return numbered.test(text) || mayShowRemote(text.replace(/\\[nrt]/g, '\n'))
}

function readText(root: string, file: string): Promise<string> {
  return readFile(join(root, file), 'utf8').catch(() => '')
}
