import type { SiteFile } from '../files.ts'
import type { SiteIndex } from '../links/site-index.ts'
import type { PageFacts } from '../page-facts.ts'
import { SearchCollector } from './collect-search.ts'
import { scopeOf } from './scope-of.ts'

/** An index for each scope, of the pages that were described for it. */
export class ScopeCollector {
  readonly #site: SiteIndex
  readonly #scopes = new Map<string, SearchCollector>()

  constructor(site: SiteIndex) {
    this.#site = site
  }

  *add(facts: PageFacts): Generator<SiteFile> {
    if (!facts.search) return
    const { places, sectionOf } = this.#site.navigation
    const place = places.get(facts.route)
    const scope = scopeOf(sectionOf(facts.route))
    const collector = this.#scopes.get(scope) ?? new SearchCollector(scope)
    this.#scopes.set(scope, collector)
    const crumb = [
      place?.section.trail.findLast(({ kind }) => kind === 'tab')?.label,
      ...(place?.groups ?? []).map(({ label }) => label),
    ]
    yield* collector.add(facts, crumb.filter(Boolean).join(' › '))
  }

  *finish(): Generator<SiteFile> {
    for (const collector of this.#scopes.values()) yield* collector.finish()
  }
}
