import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Section } from '../../model/navigation-index.ts'
import { markdownPath, relativePath } from '../../model/paths.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { sectionTitle } from '../../plan/navigation/index-navigation.ts'
import { isGenerated, isListed } from '../../plan/pages/page-kind.ts'
import { hidePrivateLinks, pageMarkdown } from './page-markdown.ts'

/** More than a program takes in at once; what is left out is named by its address. */
const mostCharacters = 1_000_000

/** By route. */
export type Descriptions = ReadonlyMap<string, string>

/** `llms.txt`: what the site is, and each page's Markdown with a line about it. */
export function renderLlms(site: SiteIndex, descriptions: Descriptions): string {
  const { name, description } = site.plan.config
  const parts = [`# ${name}\n`, ...(description ? [`> ${description}\n`] : [])]
  for (const section of site.navigation.sections) {
    const lines = pagesOf(section, site).map((page) => renderLine(page, site, descriptions))
    if (lines.length > 0) parts.push(`## ${sectionTitle(section, 'Docs')}\n\n${lines.join('\n')}\n`)
  }
  return parts.join('\n')
}

/** What the entries of an `llms-full.txt` were made of, in their order, and how long each is. Plain data. */
export interface LlmsMemory {
  /** Of the whole file. */
  sha256: string
  entries: [digest: string, length: number][]
}

/** The entries of an earlier file, by what they were made of. */
export type KnownEntries = ReadonlyMap<string, string>

const separator = '\n---\n\n'

/** Nothing where the text is another than the one that is remembered. */
export function readEntries(text: string, { sha256, entries }: LlmsMemory): KnownEntries {
  const known = new Map<string, string>()
  if (hash('sha256', text) !== sha256) return known
  let from = 0
  for (const [digest, length] of entries) {
    known.set(digest, text.slice(from, from + length))
    from += length + separator.length
  }
  return known
}

/**
 * `llms-full.txt`: the pages themselves, in reading order. An entry follows from the page's source, its description and what
 * `surroundings` is a digest of: where an earlier file has it, its Markdown is not parsed again.
 */
export function renderLlmsFull(
  root: string,
  site: SiteIndex,
  descriptions: Descriptions,
  {
    surroundings = '',
    known = new Map(),
  }: { surroundings?: string | undefined; known?: KnownEntries | undefined } = {},
): { text: string; memory: LlmsMemory } {
  const texts: string[] = []
  const entries: LlmsMemory['entries'] = []
  const left: string[] = []
  let characters = 0
  for (const page of site.navigation.sections.flatMap((section) => pagesOf(section, site))) {
    if (characters > mostCharacters || isGenerated(page)) {
      left.push(renderLine(page, site, descriptions))
      continue
    }
    const source = readFileSync(join(root, page.file), 'utf8')
    const description = descriptions.get(page.route)
    const digest = hash('sha256', JSON.stringify([surroundings, page.route, description, source]))
    const head = `Source: ${addressOf(page, site)}\n\n`
    const entry = known.get(digest) ?? `${head}${renderText(source, page, description, site)}`
    texts.push(entry)
    entries.push([digest, entry.length])
    characters += entry.length - head.length
  }
  if (left.length > 0) texts.push(`# More pages\n\n${left.join('\n')}\n`)
  const text = texts.join(separator)
  return { text, memory: { sha256: hash('sha256', text), entries } }
}

function renderText(source: string, page: PlannedPage, description: string | undefined, site: SiteIndex): string {
  return hidePrivateLinks(pageMarkdown(source, page.file, page.title, description), page, site)
}

function pagesOf({ pages }: Section, site: SiteIndex): PlannedPage[] {
  return pages.flatMap((route) => {
    const page = site.pages.get(route)
    return page && isListed(page) ? [page] : []
  })
}

function renderLine(page: PlannedPage, site: SiteIndex, descriptions: Descriptions): string {
  const description = descriptions.get(page.route)?.replace(/\s+/g, ' ')
  return `- [${page.title}](${addressOf(page, site)})${description ? `: ${description}` : ''}`
}

/** Whole where the site's own address is known, else as seen from the root. */
function addressOf(page: PlannedPage, { plan }: SiteIndex): string {
  const path = relativePath('', markdownPath(page.output))
  return plan.siteUrl === undefined ? path : `${plan.siteUrl}/${path}`
}
