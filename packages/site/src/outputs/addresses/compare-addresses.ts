import { createMoves, decodeMoves, type Move, type Moves, redirectsFile } from '@bindery/bundle'
import type { PageSection } from '../../model/searched-page.ts'
import { byCodeUnit } from '../../plan/files/list-files.ts'
import type { Match } from './match-best.ts'
import { matchPages } from './match-pages.ts'
import { matchSections } from './match-sections.ts'
import { isFrontCopy, type PageText, readAnchors, readPageText, routeOfOutput } from './page-text.ts'
import type { SiteFiles } from './site-files.ts'

/** An address that readers had and that leads nowhere now. */
export type GoneAddress =
  | { kind: 'page'; route: string /** Where it should lead, if that is clear. */; to?: string }
  | {
      kind: 'anchor'
      route: string
      anchor: string
      file: string
      /** The place is there, and another heading has it. */
      isTaken?: true
      /** What its heading is called now, if that is clear. */
      heading?: string
      /** The id of that heading, where several are called so. */
      at?: string
    }

/** As many as a report names of a kind. */
const mostPages = 2000
const mostAnchors = 2000

/**
 * What of a site's addresses a new version of it has lost: pages and redirects that are gone without a redirect, and
 * places of pages that are still there. A page that is not changed is not read; of the others only the ids, and the text
 * only of those that are gone or new.
 */
export async function compareAddresses(before: SiteFiles, now: SiteFiles): Promise<GoneAddress[]> {
  const [old, current] = [await readSite(before), await readSite(now)]
  const isGone = (route: string) => !current.pages.has(route) && !current.moves(route)
  const gone = [...old.pages]
    .filter(([route]) => isGone(route))
    .sort(byRoute)
    .slice(0, mostPages)
  const added = [...current.pages].filter(([route]) => !old.pages.has(route))
  const became = matchPages(await readTexts(before, gone), await readTexts(now, added))
  const targets = new Map(became.map(({ from, to }) => [from.route, to.route]))
  return [
    ...gone.flatMap(([route, { isRedirect }]) => (isRedirect ? [] : [describePage(route, targets.get(route))])),
    ...listGoneRedirects(old, current, isGone),
    ...(await compareAnchors(before, now, listChanged(old, current))),
  ]
}

interface ReadSite {
  pages: Map<string, { path: string; digest?: string; page?: string; isRedirect: boolean }>
  redirects: Move[]
  moves: Moves
}

async function readSite(files: SiteFiles): Promise<ReadSite> {
  const list = await files.list()
  const redirects: Move[] = []
  for await (const { bytes } of files.read(new Set(list.has(redirectsFile) ? [redirectsFile] : [])))
    redirects.push(...decodeMoves(Buffer.from(bytes).toString()))
  const sources = new Set(redirects.flatMap((move) => exactSource(move) ?? []))
  const pages: ReadSite['pages'] = new Map()
  for (const [path, file] of list) {
    if (!path.endsWith('.html') || path.startsWith('_bindery/') || path === '404.html') continue
    const route = routeOfOutput(path)
    pages.set(route, { path, isRedirect: sources.has(route) && file.page === undefined, ...file })
  }
  return { pages, redirects, moves: createMoves(redirects) }
}

function describePage(route: string, to: string | undefined): GoneAddress {
  return { kind: 'page', route, ...(to !== undefined && { to }) }
}

/** A redirect that was taken out of the configuration while people still have the address; its target may be gone too. */
function listGoneRedirects(old: ReadSite, current: ReadSite, isGone: (route: string) => boolean): GoneAddress[] {
  const lost = old.redirects.flatMap((move) => {
    const source = exactSource(move)
    if (source === undefined || !isGone(source)) return []
    const [target] = move.target
    const isKnown =
      typeof target === 'string' && (!target.startsWith('/') || current.pages.has(target.replace(/[?#].*$/s, '')))
    return [describePage(source, isKnown ? target : undefined)]
  })
  return lost.slice(0, mostPages)
}

function exactSource({ parts: [first, ...more] }: Move): string | undefined {
  return typeof first === 'object' && more.length === 0 ? first.text : undefined
}

type Changed = { route: string; before: string; now: string; file: string }

function listChanged(old: ReadSite, current: ReadSite): Changed[] {
  return [...current.pages].flatMap(([route, page]) => {
    const earlier = old.pages.get(route)
    if (!earlier || earlier.isRedirect || page.isRedirect) return []
    if (page.digest !== undefined && page.digest === earlier.digest) return []
    return [{ route, before: earlier.path, now: page.path, file: page.page ?? page.path.replace(/\.html$/, '.mdx') }]
  })
}

async function readTexts(
  files: SiteFiles,
  pages: readonly (readonly [string, { path: string }])[],
): Promise<PageText[]> {
  const texts: PageText[] = []
  for await (const { path, bytes } of files.read(new Set(pages.map(([, page]) => page.path)))) {
    const text = readPageText(path, Buffer.from(bytes).toString())
    if (text) texts.push({ ...text, sections: [] })
  }
  return texts.sort((a, b) => byCodeUnit(a.route, b.route))
}

async function compareAnchors(before: SiteFiles, now: SiteFiles, changed: Changed[]): Promise<GoneAddress[]> {
  const linked = new Map<string, string>()
  for await (const { path, bytes } of before.read(new Set(changed.map((page) => page.before)))) {
    const html = Buffer.from(bytes).toString()
    if (!isFrontCopy(html)) linked.set(path, readAnchors(html).linked.join('\n'))
  }
  const byPath = new Map(changed.map((page) => [page.now, page]))
  const lost: { page: Changed; gone: string[]; sections: PageSection[] }[] = []
  for await (const { path, bytes } of now.read(new Set(byPath.keys()))) {
    const page = byPath.get(path)
    const html = Buffer.from(bytes).toString()
    if (isFrontCopy(html)) continue
    const { all } = readAnchors(html)
    const gone = (linked.get(page?.before ?? '') ?? '').split('\n').filter((id) => id !== '' && !all.has(id))
    if (page && gone.length > 0) lost.push({ page, gone, sections: readPageText(path, html)?.sections ?? [] })
  }
  const sectionsBefore = new Map<string, PageSection[]>()
  for await (const { path, bytes } of before.read(new Set(lost.map(({ page }) => page.before))))
    sectionsBefore.set(path, readPageText(path, Buffer.from(bytes).toString())?.sections ?? [])
  lost.sort((a, b) => byCodeUnit(a.page.route, b.page.route))
  const found = lost.flatMap(({ page, gone, sections }) => {
    const became = matchSections(gone, sectionsBefore.get(page.before) ?? [], sections)
    return describeAnchors(page, gone, became, sections)
  })
  return found.slice(0, mostAnchors)
}

/** Those that are gone, then those that are another's now. */
function describeAnchors(
  { route, file }: Changed,
  gone: readonly string[],
  became: readonly Match<PageSection, PageSection>[],
  sections: readonly PageSection[],
): GoneAddress[] {
  const targets = new Map(became.map(({ from, to }) => [from.id, to]))
  const taken = [...targets.keys()].filter((id) => !gone.includes(id))
  return [...gone, ...taken].map((anchor, index) => {
    const isTaken = index >= gone.length && { isTaken: true as const }
    const to = targets.get(anchor)
    if (!to) return { kind: 'anchor', route, anchor, file }
    const isOneOfMany = sections.filter(({ heading }) => heading === to.heading).length > 1
    return { kind: 'anchor', route, anchor, file, ...isTaken, heading: to.heading, ...(isOneOfMany && { at: to.id }) }
  })
}

function byRoute([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return byCodeUnit(a, b)
}
