import type { SiteFile } from '../../model/site-file.ts'
import { SearchCollector } from './collect-search.ts'
import type { SearchShare } from './join-search.ts'
import type { TermSpool } from './spool-terms.ts'

/** An index for each scope, of the shares that were made for it; none for those that are settled. */
export class ScopeCollector {
  readonly #spool: TermSpool
  readonly #settled: ReadonlySet<string>
  readonly #scopes = new Map<string, SearchCollector>()

  constructor(spool: TermSpool, settled: ReadonlySet<string> = new Set()) {
    this.#spool = spool
    this.#settled = settled
  }

  *add(share: SearchShare): Generator<SiteFile> {
    if (this.#settled.has(share.scope)) return
    const collector = this.#scopes.get(share.scope) ?? new SearchCollector(share.scope, this.#spool)
    this.#scopes.set(share.scope, collector)
    yield* collector.add(share)
  }

  *finish(): Generator<SiteFile> {
    for (const collector of this.#scopes.values()) yield* collector.finish()
  }
}
