import { hash } from 'node:crypto'
import type { SiteIndex } from '../../model/site-index.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { languageOf } from '../../model/words/languages.ts'
import { listDirectory } from '../../render/components/list-directory.ts'

const settings = new WeakMap<SiteIndex, string>()

/**
 * A digest of all that rendering a page reads at once, beside its files and what it asks of the site: the renderer, the
 * configuration, its own line of the plan. Where it stands in the navigation is not part of it, but for its language
 * and for what it lists of its group.
 */
export function renderingKey(page: PlannedPage, site: SiteIndex): string {
  const language = languageOf(site.navigation.sectionOf(page.route))
  const listed = listDirectory(page, site)
  return hash('sha256', JSON.stringify([settingsOf(site), page, language, listed])).slice(0, 32)
}

/** Descriptions of APIs refer to each other, and to files that are not there yet: one that changes renders their pages anew. */
function settingsOf(site: SiteIndex): string {
  const known = settings.get(site)
  if (known !== undefined) return known
  const { renderer, config, configFile, siteUrl, assets, fetched } = site.plan
  // Where addresses have moved is asked with each link.
  const { redirects: _, ...read } = config
  const specs = Object.entries(assets).filter(([path]) => /\.(?:json|ya?ml)$/i.test(path) && path !== configFile)
  const made = hash('sha256', JSON.stringify([renderer, read, configFile, siteUrl, specs, fetched?.digests]))
  settings.set(site, made)
  return made
}
