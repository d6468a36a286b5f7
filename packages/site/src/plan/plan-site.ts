import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import { type LoadedConfig, loadConfig } from '../config/load-config.ts'
import type { FetchedFonts } from '../config/settings/carried-fonts.ts'
import type { Advice } from '../model/advice.ts'
import type { FetchedSpecs } from '../model/fetched-specs.ts'
import type { FileDates } from '../model/file-dates.ts'
import { feedPath } from '../model/paths.ts'
import { PrivateRoutes } from '../model/private-routes.ts'
import { type RemoteAssets, remoteAssetPath } from '../model/remote-assets.ts'
import type { SiteConfig } from '../model/site-config.ts'
import type { LeftOut, PlannedAsset, SitePlan } from '../model/site-plan.ts'
import { hashAssets, nameAssets, planFetched } from './assets/hash-assets.ts'
import { adviseSharedAssets } from './assets/list-shared-assets.ts'
import { datePages } from './dates/date-pages.ts'
import { choosePages } from './files/choose-pages.ts'
import { readIgnores } from './files/ignores/read-ignores.ts'
import { byCodeUnit, listFiles } from './files/list-files.ts'
import { mapConcurrently } from './files/map-concurrently.ts'
import { NameLedger } from './files/name-ledger.ts'
import { type AuthorCodeMode, planScripts } from './files/plan-scripts.ts'
import { type PageHead, readPageHead } from './files/read-page-head.ts'
import type { MadePlan } from './memory/made-plan.ts'
import type { PlanMemory } from './memory/plan-memory.ts'
import { readAll } from './memory/read-all.ts'
import { normalizeNavigation } from './navigation/normalize-navigation.ts'
import { createOperationPlacer } from './navigation/place-operations.ts'
import { pruneNavigation } from './navigation/prune-navigation.ts'
import { spreadSearch } from './navigation/spread-search.ts'
import { findOperation } from './openapi/find-operation.ts'
import { createSpecCache } from './openapi/spec-cache.ts'
import { SpecRegistry } from './openapi/spec-registry.ts'
import { Admission, type Candidate } from './pages/admit-pages.ts'
import { findUnusedFront } from './pages/find-unused-front.ts'
import { markFront } from './pages/mark-front.ts'
import { leaveOutLinks } from './privacy/leave-out-links.ts'
import { surveyNavigation } from './privacy/survey-navigation.ts'
import { planRedirects } from './redirects/plan-redirects.ts'
import { rendererVersion } from './renderer-version.ts'
import { planStyles } from './styles/plan-styles.ts'
import { updatePlan } from './update/update-plan.ts'

export interface PlanOptions {
  /** What never came into the folder, such as links of a repository: the report names it with the rest. */
  leftOut?: LeftOut[]
  /** What the site names on other hosts, see `listRemoteSpecs`; without it each of them is advised about. */
  fetched?: FetchedSpecs | undefined
  /** What the site shows of other hosts; without it their addresses stay in the pages. */
  remote?: RemoteAssets | undefined
  /** Leaves out what takes the longest, for a plan that only says what the pages show of other hosts. */
  withoutAssets?: boolean
  /** A page that cannot be rendered as it was written fails the site. */
  strict?: boolean | undefined
  /** Whether code of the author's may run in readers' browsers. */
  authorCode?: AuthorCodeMode | undefined
  /** Says when files were last changed; called where a page is to say so. Without it none does. */
  readDates?: (() => Promise<FileDates>) | undefined
  /** `https://docs.example.com` */
  siteUrl?: string
  /** Of earlier plans of the same folder, so that only what has changed is read; the plan is the same without. */
  memory?: PlanMemory
  /** Of the folder's files, see `digestPlanned`: where it is that of the plan before, only pictures are looked at. */
  digest?: string | undefined
}

/** Reads a docs folder once and writes down all that its pages must know of each other. */
export async function planSite(root: string, options: PlanOptions = {}): Promise<SitePlan> {
  const { memory, digest, ...given } = options
  if (!memory || digest === undefined) return (await planAnew(root, options)).plan
  // Another text has another day, which its front matter does not tell.
  const decided = hash('sha256', JSON.stringify([digest, { ...given, readDates: await given.readDates?.() }]))
  const before = memory.held('plan', decided)
  const updated = before && (await updatePlan(root, before, memory))
  if (updated) return updated
  const made = await planAnew(root, options)
  memory.hold('plan', decided, made)
  return made.plan
}

async function planAnew(root: string, options: PlanOptions): Promise<MadePlan> {
  const { fetched, remote, memory } = options
  const siteUrl = options.siteUrl?.replace(/\/+$/, '')
  const loaded = await loadConfig(root, remote && describeFonts(remote))
  const files = await listFiles(root, await readIgnores(root, (found) => loaded.advice.push(found)))
  const chosen = choosePages(files)
  const candidates = await readCandidates(root, chosen.pages, memory)
  const others = options.withoutAssets ? chosen.others.filter((file) => /\.(?:json|ya?ml)$/i.test(file)) : chosen.others
  const assets = await hashAssets(root, others, memory)
  const { leftOut, ...named } = nameParts(
    loaded,
    candidates,
    assets,
    new SpecRegistry(
      { root, assets, fetched, ...(memory?.openSpecs() ?? { cache: createSpecCache() }) },
      loaded.findings,
    ),
    siteUrl,
  )
  named.assets = { ...named.assets, ...(remote && (await planRemote(root, remote))) }
  if (!options.withoutAssets) {
    loaded.advice.push(...adviseSharedAssets({ ...named, ...(remote && { remote }), configFile: loaded.file }))
  }
  if (options.readDates && !options.withoutAssets) {
    const site = { ...named, configFile: loaded.file, candidates }
    loaded.advice.push(...(await datePages(site, options.readDates)))
  }
  const code = options.authorCode === 'browser' ? await planScripts(root, chosen.sources) : undefined
  const isStyled = loaded.config.authorStyles && chosen.styles.length > 0
  const unused = isStyled ? [] : chosen.styles.map((file) => ({ file, reason: 'authorStyles is off' }))
  const unusedFront = findUnusedFront(root, candidates, named.pages)
  const allLeftOut = [...(options.leftOut ?? []), ...chosen.leftOut, ...leftOut, ...unused, ...(code?.leftOut ?? [])]
  const plan: SitePlan = {
    renderer: rendererVersion,
    configFile: loaded.file,
    ...(options.strict && { strict: true }),
    ...(siteUrl !== undefined && { siteUrl }),
    ...named,
    ...(remote && { remote }),
    ...(fetched && { fetched: { folder: fetched.folder, digests: fetched.digests } }),
    ...(code && { authorCode: { scripts: code.scripts } }),
    sources: chosen.sources,
    ...(isStyled && { styles: await planStyles(root, chosen.styles, memory) }),
    leftOut: allLeftOut.sort((a, b) => byCodeUnit(a.file, b.file)),
    advice: loaded.advice,
    findings: [...named.findings, ...loaded.findings, ...unusedFront.findings, ...(code?.findings ?? [])],
  }
  return { plan, places: unusedFront.places }
}

function describeFonts({ fonts = {}, missingFonts = {} }: RemoteAssets): FetchedFonts {
  return { families: new Set(Object.keys(fonts)), failures: new Map(Object.entries(missingFonts)) }
}

/** As if they lay in the docs folder, under names that no file there has. */
async function planRemote(root: string, { folder, files }: RemoteAssets): Promise<Record<string, PlannedAsset>> {
  const names = [...new Set(Object.values(files))].sort(byCodeUnit)
  const planned = mapConcurrently(names, 8, async (name) => {
    return [remoteAssetPath(name), await planFetched(resolve(root, folder, name))] as const
  })
  return Object.fromEntries(await Array.fromAsync(planned))
}

/** Gives every file of the site its name, in the order of who must keep it: pages, moved addresses, other files. */
function nameParts(
  loaded: LoadedConfig,
  candidates: Candidate[],
  assets: SitePlan['assets'],
  registry: SpecRegistry,
  siteUrl: string | undefined,
) {
  const { file, advice } = loaded
  const names = new NameLedger()
  const { navigation, ...admitted } = admitPages(loaded, candidates, names, registry)
  const privateRoutes = new PrivateRoutes(admitted.privateRoutes, siteUrl)
  const advise = (found: Pick<Advice, 'message' | 'suggestion'>) => advice.push({ file, path: 'redirects', ...found })
  const config = leaveOutLinks(loaded.config, privateRoutes, advise)
  const redirects = planRedirects(config.redirects, names, advise)
  const named = nameAssets(assets, names)
  // Last of all, since few pages turn out to have one.
  for (const page of admitted.pages) if (names.claim(feedPath(page)) !== undefined) page.withoutFeed = true
  spreadSearch(navigation, admitted.pages)
  const pruned = pruneNavigation(navigation, { link: (href) => !privateRoutes.has(href) })
  markFront(pruned, admitted.pages, redirects)
  return { config, navigation: pruned, ...admitted, redirects, assets: named }
}

function admitPages(loaded: LoadedConfig, candidates: Candidate[], names: NameLedger, registry: SpecRegistry) {
  const { api } = loaded.config
  const authored = findOperations(candidates, registry, api)
  const findAuthored = (spec: string, key: string) => authored.get(`${spec} ${key}`)
  const survey = surveyNavigation(loaded.navigation, api, { registry, findAuthored })
  const admission = new Admission(candidates, names, { ...survey, whole: loaded.closed })
  adviseOperations(
    candidates.filter((candidate) => !admission.isPrivate(candidate.file)),
    registry,
    loaded,
  )
  const placeOperations = createOperationPlacer({
    registry,
    findPage: admission.find,
    findAuthored,
    admit: admission.add,
  })
  const finders = { findPage: admission.find, placeOperations }
  const navigation = normalizeNavigation(loaded.navigation, finders, api)
  return { navigation, ...admission.finish() }
}

/** Notes on each page the operation that it describes, and gives the page of each. */
function findOperations(candidates: Candidate[], registry: SpecRegistry, api: SiteConfig['api']): Map<string, string> {
  const authored = new Map<string, string>()
  for (const candidate of candidates) {
    const { file, route, front } = candidate
    const [named] = listNamed(front, api)
    if (!named) continue
    candidate.operation = findOperation(named.text, file, registry, named)
    if (!candidate.operation) continue
    const name = `${candidate.operation.spec} ${candidate.operation.line.key}`
    if (!authored.has(name)) authored.set(name, route)
  }
  return authored
}

/** Says what is wrong with the operations that pages name; of private pages nothing is said. */
function adviseOperations(candidates: Candidate[], registry: SpecRegistry, { config, advice }: LoadedConfig): void {
  for (const { file, front } of candidates) {
    for (const named of listNamed(front, config.api).slice(0, 1)) {
      const path = named.language
      const advise = (message: string, suggestion: string) => advice.push({ file, path, message, suggestion })
      findOperation(named.text, file, registry, named, advise)
    }
  }
}

/** What a page names that it describes; one that names both shows the operation. */
function listNamed(front: Record<string, unknown>, api: SiteConfig['api']) {
  return (['openapi', 'asyncapi'] as const).flatMap((language) => {
    const text = front[language]
    return typeof text === 'string' ? [{ text, language, sources: api[language] }] : []
  })
}

async function readCandidates(root: string, chosen: Map<string, string>, memory?: PlanMemory): Promise<Candidate[]> {
  const files = [...chosen.values()]
  // 32 files at once keep a disk busy; more only costs memory.
  const heads = await readAll({ root, files, width: 32, read: readPageHead, memory })
  return [...chosen].map(([route, file], at) => ({ route, file, ...(heads[at] as PageHead) }))
}
