import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PageTrace } from '../../model/page-trace.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { languageOf } from '../../model/words/words-of.ts'
import { chromeSettings } from '../../plan/navigation/chrome-settings.ts'
import { listDirectory } from '../../render/components/list-directory.ts'
import { type AssetTarget, resolveAsset } from '../../render/links/resolve-asset.ts'
import { type LinkTarget, resolveLink } from '../../render/links/resolve-link.ts'

/** What a page asks while it is rendered, and the answers. */
export interface Asked {
  files: Map<string, string | null>
  links: Map<string, LinkTarget>
  assets: Map<string, AssetTarget>
}

export function askNothing(): Asked {
  return { files: new Map(), links: new Map(), assets: new Map() }
}

export function describeAsked(asked: Asked, page: PlannedPage, site: SiteIndex) {
  const { files, links, assets } = asked
  return {
    key: renderingKey(page, site),
    files: [...files],
    links: [...links.keys()],
    assets: [...assets.keys()],
    answers: digestAnswers([...links.values()]),
    shown: digestAnswers([...assets.values()]),
  }
}

/** The digest of a text below the docs folder, by which traces name it. */
export type DigestFile = (path: string) => string

/** Whether every file that the page was made from is still what it was. With the same plan nothing else can differ. */
export function hasSameFiles({ files }: PageTrace, digestFile: DigestFile): boolean {
  return files.every(([path, digest]) => digest === null || digestFile(path) === digest)
}

export function digestTextFile(path: string): string {
  return digestText(readFileSync(path, 'utf8'))
}

/** Whether rendering the page again would give the same content. */
export function rendersTheSame(trace: PageTrace, page: PlannedPage, site: SiteIndex, digestFile: DigestFile): boolean {
  return (
    trace.key === renderingKey(page, site) &&
    trace.files.every(([path, digest]) => site.importable.has(path) === (digest !== null)) &&
    trace.answers === digestAnswers(trace.links.map((href) => resolveLink(href, page, site))) &&
    showsTheSame(trace, page, site, digestFile)
  )
}

/** The same, known without asking for everything: where the digest of the plan's surroundings is the same. */
export function showsTheSame(trace: PageTrace, page: PlannedPage, site: SiteIndex, digestFile: DigestFile): boolean {
  return (
    hasSameFiles(trace, digestFile) &&
    trace.shown === digestAnswers(trace.assets.map((src) => resolveAsset(src, page, site)))
  )
}

export function digestText(text: string): string {
  return hash('sha256', text).slice(0, 32)
}

function digestAnswers(answers: LinkTarget[] | AssetTarget[]): string {
  return digestText(JSON.stringify(answers))
}

const settings = new WeakMap<SiteIndex, string>()

/**
 * A digest of all that rendering a page reads at once, beside its files and what it asks of the site: the renderer, the
 * configuration, its own line of the plan. Where it stands in the navigation is not part of it, but for its language
 * and announcement, and for what it lists of its group.
 */
function renderingKey(page: PlannedPage, site: SiteIndex): string {
  const section = site.navigation.sectionOf(page.route)
  const { banner } = chromeSettings(section, site.plan.config)
  const listed = listDirectory(page, site)
  return hash('sha256', JSON.stringify([settingsOf(site), page, languageOf(section), banner, listed])).slice(0, 32)
}

/** Descriptions of APIs refer to each other, and to files that are not there yet: one that changes renders their pages anew. */
function settingsOf(site: SiteIndex): string {
  const known = settings.get(site)
  if (known !== undefined) return known
  const { renderer, config, configFile, siteUrl, assets, fetched, authorCode } = site.plan
  // Where addresses have moved is asked with each link.
  const { redirects: _, ...read } = config
  const specs = Object.entries(assets).filter(([path]) => /\.(?:json|ya?ml)$/i.test(path) && path !== configFile)
  const made = hash(
    'sha256',
    JSON.stringify([renderer, read, configFile, siteUrl, specs, fetched?.digests, authorCode !== undefined]),
  )
  settings.set(site, made)
  return made
}
