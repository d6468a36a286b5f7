import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { composeStyles } from '../layout/author/compose-styles.ts'
import { renderNotFound } from '../layout/render-not-found.tsx'
import { sectionData } from '../layout/section-data.ts'
import { renderPageLists, renderRedirect } from '../layout/shared-pages.tsx'
import { componentRuntime } from '../layout/theme/component-runtime.ts'
import { diagramFiles } from '../layout/theme/diagram-files.ts'
import { themeOf } from '../layout/theme/theme-of.ts'
import type { PageFacts } from '../model/page-facts.ts'
import {
  assetOutput,
  authorScriptPath,
  authorStylesPath,
  downloadOutput,
  sectionDataPath,
  vendoredPath,
} from '../model/paths.ts'
import { remoteAssetName, remoteAssetPath } from '../model/remote-assets.ts'
import type { SameFile, SiteFile } from '../model/site-file.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { SitePlan } from '../model/site-plan.ts'
import { renderLlmsFull } from '../outputs/feeds/render-llms.ts'
import { listOwnMachineFiles } from '../outputs/list-own-machine-files.ts'
import { renderMachineFiles, renderPageTexts } from '../outputs/render-machine-files.ts'
import { ReportCollector } from '../outputs/report/collect-report.ts'
import { renderReport } from '../outputs/report/render-report.tsx'
import { type Report, reportPagePath, reportPath } from '../outputs/report/report.ts'
import { ScopeCollector } from '../outputs/search/collect-scopes.ts'
import { holdTerms, openTermSpool } from '../outputs/search/spool-terms.ts'
import { type ScopeUpdate, updateScope } from '../outputs/search/update-scope.ts'
import { listSharedAssets } from '../plan/assets/list-shared-assets.ts'
import { byCodeUnit } from '../plan/files/list-files.ts'
import { indexSite } from '../plan/index-site.ts'
import { listRedirects } from '../render/links/list-redirects.ts'
import { findUnknownIcons } from './find-unknown-icons.ts'
import { digestPlanned, type EarlierEdition, type FinishMemory, findEntries, findPlanned } from './finish-memory.ts'
import { joinInTurn } from './join-facts.ts'
import type { FinishingPart } from './outline-part.ts'

export interface FinishInput {
  root: string
  plan: SitePlan
  facts: AsyncIterable<PageFacts> | Iterable<PageFacts>
}

/** The same for pages that were joined where they were rendered. */
export interface FinishPartsInput {
  root: string
  plan: SitePlan
  /** Of the plan, for whoever has it. */
  site?: SiteIndex
  parts: AsyncIterable<FinishingPart>
  /** A folder for what waits until all parts are known; else it waits in memory. */
  scratch?: string
  /** Scopes of the search whose index is there already: no file of it is made. */
  settled?: ReadonlySet<string> | undefined
  /** Told before its file is handed on; what it throws ends the site. */
  onReport?(report: Report, bytes: Uint8Array): Promise<void>
}

/** The same where an earlier edition of the site may be at hand. */
export interface FinishUpdateInput extends FinishPartsInput {
  earlier: EarlierEdition | undefined
  /** A digest of all of the plan but the bytes of pictures that it names nowhere. */
  surroundings: string | undefined
  /** Scopes of the search that are made of its index, asked for once all parts are known. */
  updates(): AsyncIterable<ScopeUpdate>
  /** Told once the files are made, for the edition after this one. */
  onMemory(memory: FinishMemory): void
}

/** Everything of a site that is not a page of its author: shared parts, assets, redirects and the report. */
export function finishSite({ root, plan, facts }: FinishInput): AsyncGenerator<SiteFile> {
  return finishParts({ root, plan, parts: joinInTurn(facts) })
}

export function finishParts(input: FinishUpdateInput): AsyncGenerator<SiteFile | SameFile>
export function finishParts(input: FinishPartsInput): AsyncGenerator<SiteFile>
export async function* finishParts(
  input: FinishPartsInput & Partial<FinishUpdateInput>,
): AsyncGenerator<SiteFile | SameFile> {
  const { root, plan, parts, scratch, settled, site = indexSite(plan) } = input
  const styles = await composeStyles(root, site)
  const report = new ReportCollector({
    ...plan,
    findings: [...(plan.findings ?? []), ...styles.findings, ...findUnknownIcons(plan)],
  })
  using spool = scratch === undefined ? holdTerms() : openTermSpool(scratch)
  const search = new ScopeCollector(spool, settled)
  const assets = new Set([...listSharedAssets(plan), ...styles.assets])
  const downloads = new Set(listOwnMachineFiles(plan))
  const descriptions = new Map<string, string>()
  const failed = new Set<string>()
  let hasDiagrams = false
  for await (const part of parts) {
    for (const page of part.pages) {
      report.add(page)
      if (page.failure) failed.add(page.route)
      hasDiagrams ||= page.needs.includes('mermaid')
      for (const path of page.assets) assets.add(path)
      for (const path of page.downloads) downloads.add(path)
      if (page.description) descriptions.set(page.route, page.description)
    }
    for (const share of part.search) yield* search.add(share)
  }
  yield* search.finish()
  for await (const update of input.updates?.() ?? []) yield* updateScope(update, spool)
  yield* themeOf(site).files
  if (plan.styles) yield textFile(authorStylesPath, styles.css)
  if (hasDiagrams) yield* diagramFiles().files
  if (plan.authorCode) yield componentRuntime()
  yield* copyScripts(root, plan)
  const listed = unlist(site, failed)
  const digest = digestPlanned(input.surroundings, failed)
  const planned = findPlanned(digest, input.earlier) ?? renderPlanned(site, listed)
  const paths: string[] = []
  for (const file of planned) {
    paths.push(file.path)
    yield file
  }
  const known = await findEntries(input.earlier)
  const full = renderLlmsFull(root, listed, descriptions, { surroundings: digest, known })
  for (const { path, text } of renderPageTexts(listed, descriptions, full.text)) yield textFile(path, text)
  if (digest !== undefined) input.onMemory?.({ planned: { digest, paths }, llms: full.memory })
  yield* copyAssets(root, plan, { assets, downloads, earlier: input.earlier })
  const vendored = listVendored(plan, assets)
  if (vendored.length > 0) yield textFile(vendoredPath, `${JSON.stringify(vendored, null, 1)}\n`)
  const finished = report.finish()
  const written = textFile(reportPath, `${JSON.stringify(finished, null, 1)}\n`)
  await input.onReport?.(finished, written.bytes)
  yield written
  yield textFile(reportPagePath, renderReport(finished))
}

/** Programs are led to no page that only says that it is not there. */
function unlist(site: SiteIndex, failed: ReadonlySet<string>): SiteIndex {
  if (failed.size === 0) return site
  const pages = site.plan.pages.map((page) => (failed.has(page.route) ? { ...page, noindex: true as const } : page))
  return indexSite({ ...site.plan, pages })
}

/** What follows from the plan alone. */
function* renderPlanned(site: SiteIndex, listed: SiteIndex): Generator<SiteFile> {
  for (const { path, text } of renderShared(site)) yield textFile(path, text)
  for (const { path, text } of renderMachineFiles(listed)) yield textFile(path, text)
}

function* renderShared(site: SiteIndex): Generator<{ path: string; text: string }> {
  for (const section of site.navigation.sections) {
    yield { path: sectionDataPath(section.key), text: sectionData(section, site) }
  }
  yield* renderPageLists(site)
  for (const { output, href, title } of listRedirects(site)) yield { path: output, text: renderRedirect(href, title) }
  yield { path: '404.html', text: renderNotFound(site) }
}

/** What of other hosts stands in the site: where it came from, where it is, and what it is by its bytes. */
export interface VendoredAsset {
  url: string
  path: string
  sha256: string
}

function listVendored({ assets, remote }: SitePlan, shown: ReadonlySet<string>): VendoredAsset[] {
  return Object.entries(remote?.files ?? {})
    .sort(([a], [b]) => byCodeUnit(a, b))
    .flatMap(([url, name]) => {
      const path = remoteAssetPath(name)
      const asset = shown.has(path) ? assets[path] : undefined
      return asset && !asset.refused ? [{ url, path: assetOutput(path, asset), sha256: name.slice(0, 64) }] : []
    })
}

async function* copyScripts(root: string, { authorCode }: SitePlan) {
  for (const script of authorCode?.scripts ?? []) {
    yield { path: authorScriptPath(script), bytes: await readFile(join(root, script.file)) }
  }
}

interface CopiedAssets {
  assets: Set<string>
  downloads: Set<string>
  earlier: EarlierEdition | undefined
}

async function* copyAssets(
  root: string,
  plan: SitePlan,
  { assets, downloads, earlier }: CopiedAssets,
): AsyncGenerator<SiteFile | SameFile> {
  const fileOf = (path: string) => {
    const name = remoteAssetName(path)
    return name === undefined ? join(root, path) : resolve(root, plan.remote?.folder ?? '', name)
  }
  // Two files with the same name and bytes become one.
  const written = new Set<string>()
  for (const [paths, outputOf] of [
    [assets, assetOutput],
    [downloads, downloadOutput],
  ] as const) {
    for (const path of [...paths].sort(byCodeUnit)) {
      const asset = plan.assets[path]
      if (!asset) continue
      const output = outputOf(path, asset)
      if (written.has(output)) continue
      written.add(output)
      // By as much of its digest as its name in the site has.
      const isSame = earlier?.digest(output)?.startsWith(asset.hash)
      yield isSame ? { path: output, isSame } : { path: output, bytes: await readFile(fileOf(path)) }
    }
  }
}

function textFile(path: string, text: string): SiteFile {
  return { path, bytes: new TextEncoder().encode(text) }
}
