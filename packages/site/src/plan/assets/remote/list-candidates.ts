import type { PlannedPage, SitePlan } from '../../../model/site-plan.ts'
import { mapConcurrently } from '../../files/map-concurrently.ts'
import { indexSite } from '../../index-site.ts'
import type { PlanMemory } from '../../memory/plan-memory.ts'
import { readRemoteUrl } from '../../openapi/remote-url.ts'
import { findShowing, readText } from './find-showing.ts'
import { listFontSheets } from './fonts/font-sheet.ts'
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
export async function listCandidates(root: string, plan: SitePlan, memory?: PlanMemory): Promise<string[]> {
  const specs = await listSpecs(root, plan)
  const withBanner = listWithBanner(plan)
  const { files } = await findShowing(root, [...plan.sources, ...plan.pages.map(({ file }) => file)], memory)
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
