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

/** `llms-full.txt`: the pages themselves, in reading order. */
export function renderLlmsFull(root: string, site: SiteIndex, descriptions: Descriptions): string {
  const texts: string[] = []
  const left: string[] = []
  let characters = 0
  for (const page of site.navigation.sections.flatMap((section) => pagesOf(section, site))) {
    if (characters > mostCharacters || isGenerated(page)) {
      left.push(renderLine(page, site, descriptions))
      continue
    }
    const text = renderText(root, page, descriptions.get(page.route), site)
    texts.push(`Source: ${addressOf(page, site)}\n\n${text}`)
    characters += text.length
  }
  if (left.length > 0) texts.push(`# More pages\n\n${left.join('\n')}\n`)
  return texts.join('\n---\n\n')
}

function renderText(root: string, page: PlannedPage, description: string | undefined, site: SiteIndex): string {
  const source = readFileSync(join(root, page.file), 'utf8')
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
