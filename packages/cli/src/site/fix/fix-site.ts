import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planSite, type Report, type SitePlan } from '@bindery/site'
import { correctAnchor, correctLink, correctPicture, type Fix, type KnownSite } from './correct-address.ts'
import { fixConfiguration } from './fix-configuration.ts'
import { type Replacement, replaceAddresses } from './replace-addresses.ts'

/**
 * Corrects what has exactly one right form in the sources of a site: addresses that differ from that of one page, file or
 * place only in how they are spelled. What is left is for its author. `places` are the ids of each page, by its output.
 */
export async function fixSite(
  root: string,
  report: Report,
  places: ReadonlyMap<string, readonly string[]>,
): Promise<Fix[]> {
  const plan = await planSite(root)
  const known = knowSite(plan, places)
  const byFile = new Map<string, Replacement[]>()
  for (const { code, message, file, line, column } of report.findings) {
    const found = correct(code, message, file, known)
    if (found) byFile.set(file, [...(byFile.get(file) ?? []), { ...found, line, column }])
  }
  const fixes = await fixConfiguration(root, report.advice, known)
  for (const [file, desired] of byFile) {
    const { text, done } = replaceAddresses(await readFile(join(root, file), 'utf8'), desired)
    if (done.length > 0) await writeFile(join(root, file), text)
    fixes.push(...done.map(({ line, from, to }) => ({ file, line, from, to })))
  }
  return fixes
}

function knowSite({ pages, assets }: SitePlan, places: ReadonlyMap<string, readonly string[]>): KnownSite {
  return {
    pages: pages.filter(({ url }) => url === undefined),
    files: Object.keys(assets),
    sources: new Set(pages.map(({ file }) => file)),
    placesOf: (route) => places.get(pages.find((page) => page.route === route)?.output ?? '') ?? [],
  }
}

/** Only on pages themselves: what a snippet names is another thing on each page that shows it. */
function correct(code: string, message: string, file: string, known: KnownSite) {
  if (!known.sources.has(file)) return undefined
  const [, link] = /^“(.+)” leads to no page and no file\.$/s.exec(message) ?? []
  if (code === 'broken_link' && link !== undefined) return correctLink(link, file, known)
  const [, picture] = /^“(.+)” cannot be shown\. There is no such file/s.exec(message) ?? []
  if (code === 'missing_asset' && picture !== undefined) return correctPicture(picture, file, known)
  const [, route, anchor] = /^(\S+) has no place called “(.+)”\.$/s.exec(message) ?? []
  if (code === 'broken_anchor' && route !== undefined && anchor !== undefined)
    return correctAnchor(route, anchor, known)
  return undefined
}
