import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { composeStyles } from '../layout/author/compose-styles.ts'
import { renderNotFound } from '../layout/render-not-found.tsx'
import { sectionData } from '../layout/section-data.ts'
import { renderPageLists, renderRedirect } from '../layout/shared-pages.tsx'
import { componentRuntime } from '../layout/theme/component-runtime.ts'
import { diagramFiles } from '../layout/theme/diagram-files.ts'
import { themeOf } from '../layout/theme/theme-of.ts'
import {
  assetOutput,
  authorScriptPath,
  authorStylesPath,
  downloadOutput,
  sectionDataPath,
  vendoredPath,
} from '../model/paths.ts'
import { remoteAssetName, remoteAssetPath } from '../model/remote-assets.ts'
import type { SiteFile } from '../model/site-file.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { SitePlan } from '../model/site-plan.ts'
import { listOwnMachineFiles } from '../outputs/list-own-machine-files.ts'
import { renderMachineFiles } from '../outputs/render-machine-files.ts'
import { ReportCollector } from '../outputs/report/collect-report.ts'
import { renderReport } from '../outputs/report/render-report.tsx'
import { type Report, reportPagePath, reportPath } from '../outputs/report/report.ts'
import { ScopeCollector } from '../outputs/search/collect-scopes.ts'
import { holdTerms, openTermSpool } from '../outputs/search/spool-terms.ts'
import { listSharedAssets } from '../plan/assets/list-shared-assets.ts'
import { byCodeUnit } from '../plan/files/list-files.ts'
import { indexSite } from '../plan/index-site.ts'
import { listRedirects } from '../render/links/list-redirects.ts'
import { findUnknownIcons } from './find-unknown-icons.ts'
import type { SitePart } from './join-facts.ts'

interface FinishInput {
  root: string
  plan: SitePlan
  /** Of the plan, for whoever has it. */
  site?: SiteIndex
  /** Facts of all pages, in the same order in every export. */
  parts: AsyncIterable<SitePart>
  /** A folder for the terms of the search until all pages are known; without it they wait in memory. */
  scratch?: string
  /** Called before the report is written; its error ends the site. */
  onReport?(report: Report, bytes: Uint8Array): Promise<void>
}

/** Everything of a site that is not a page of its author: shared parts, assets, redirects and the report. */
export async function* finishSite(input: FinishInput): AsyncGenerator<SiteFile> {
  const { root, plan, scratch, site = indexSite(plan) } = input
  const styles = await composeStyles(root, site)
  const report = new ReportCollector({
    ...plan,
    findings: [...(plan.findings ?? []), ...styles.findings, ...findUnknownIcons(plan)],
  })
  using spool = scratch === undefined ? holdTerms() : openTermSpool(scratch)
  const search = new ScopeCollector(spool)
  const assets = new Set([...listSharedAssets(plan), ...styles.assets])
  const downloads = new Set(listOwnMachineFiles(plan))
  const descriptions = new Map<string, string>()
  const failed = new Set<string>()
  let hasDiagrams = false
  for await (const part of input.parts) {
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
  yield* themeOf(site).files
  if (plan.styles) yield textFile(authorStylesPath, styles.css)
  if (hasDiagrams) yield* diagramFiles().files
  if (plan.authorCode) yield componentRuntime()
  yield* copyScripts(root, plan)
  for (const { path, text } of renderShared(site)) yield textFile(path, text)
  const listed = unlist(site, failed)
  for (const { path, text } of renderMachineFiles(root, listed, descriptions)) yield textFile(path, text)
  yield* copyAssets(root, plan, assets, downloads)
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

async function* copyAssets(
  root: string,
  plan: SitePlan,
  assets: ReadonlySet<string>,
  downloads: ReadonlySet<string>,
): AsyncGenerator<SiteFile> {
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
      yield { path: output, bytes: await readFile(fileOf(path)) }
    }
  }
}

function textFile(path: string, text: string): SiteFile {
  return { path, bytes: new TextEncoder().encode(text) }
}
