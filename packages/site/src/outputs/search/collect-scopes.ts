import type { SiteFile } from '../../model/site-file.ts'
import { SearchCollector } from './collect-search.ts'
import type { SearchShare } from './join-search.ts'
import type { TermSpool } from './spool-terms.ts'

/** An index for each scope. */
export class ScopeCollector {
  readonly #spool: TermSpool
  readonly #scopes = new Map<string, SearchCollector>()

  constructor(spool: TermSpool) {
    this.#spool = spool
  }

  *add(share: SearchShare): Generator<SiteFile> {
    const collector = this.#scopes.get(share.scope) ?? new SearchCollector(share.scope, this.#spool)
    this.#scopes.set(share.scope, collector)
    yield* collector.add(share)
  }

  *finish(): Generator<SiteFile> {
    for (const collector of this.#scopes.values()) yield* collector.finish()
  }
}
