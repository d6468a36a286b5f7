import { routeOf } from '../links/route.ts'
import { markdownPath } from '../machines/page-markdown.ts'
import type { FindPage, Refusal } from '../navigation/find-page.ts'
import type { FoundOperation } from '../openapi/find-operation.ts'
import { byCodeUnit } from './list-files.ts'
import type { NameLedger } from './name-ledger.ts'
import { isPublic, isRestricted, planPage } from './plan-page.ts'
import type { LeftOut, PlannedPage } from './site-plan.ts'

/** A file that would be a page, with its front matter. */
export interface Candidate {
  route: string
  file: string
  front: Record<string, unknown>
  /** The operation that the front matter names. */
  operation?: FoundOperation | undefined
}

interface Entrant {
  page: PlannedPage
  front: Record<string, unknown>
  admitted: boolean
  /** Why it was not admitted when it was last asked for. */
  refusal: Refusal | undefined
}

/**
 * Decides which candidates become pages of the site. The navigation asks first, so that of two pages with one name the
 * one that it leads to stands; what it does not name comes after, in the order of the files.
 */
export class Admission {
  readonly #entrants: Entrant[]
  readonly #byRoute: Map<string, Entrant>
  readonly #byFile: Map<string, Entrant>
  readonly #names: NameLedger
  readonly #needsLogin: boolean

  constructor(candidates: Candidate[], names: NameLedger, needsLogin: boolean) {
    this.#entrants = candidates.map(({ route, file, front, operation }) => {
      return { page: planPage(route, file, front, operation), front, admitted: false, refusal: undefined }
    })
    this.#byRoute = new Map(this.#entrants.map((entrant) => [entrant.page.route, entrant]))
    this.#byFile = new Map(this.#entrants.map((entrant) => [entrant.page.file.replace(/\.mdx?$/, ''), entrant]))
    this.#names = names
    this.#needsLogin = needsLogin
  }

  /** Finds the page that an entry of the navigation names, and marks it as named. */
  readonly find: FindPage = (name, inPublicGroup) => {
    const path = name
      .trim()
      .replace(/^\.?\//, '')
      .replace(/\/$/, '')
    const entrant = this.#byFile.get(path.replace(/\.mdx?$/, '')) ?? this.#byRoute.get(routeOf(path))
    if (!entrant) return undefined
    this.#admit(entrant, inPublicGroup)
    if (entrant.refusal) return entrant.refusal
    entrant.page.named = true
    return { route: entrant.page.route, hidden: entrant.page.hidden === true }
  }

  /** Takes a page that no file stands for, unless another one has its name. */
  readonly add = (page: PlannedPage, inPublicGroup: boolean): Refusal | undefined => {
    const entrant: Entrant = { page, front: {}, admitted: false, refusal: undefined }
    this.#admit(entrant, inPublicGroup)
    if (entrant.admitted || entrant.refusal?.onPurpose) this.#entrants.push(entrant)
    return entrant.refusal
  }

  finish(): { pages: PlannedPage[]; leftOut: LeftOut[] } {
    for (const entrant of this.#entrants) this.#admit(entrant, false)
    const pages = this.#entrants.flatMap(({ page, refusal }) => (refusal ? [] : [page]))
    const leftOut = this.#entrants.flatMap(({ page, refusal }) =>
      refusal ? [{ file: page.file, reason: refusal.reason }] : [],
    )
    return { pages: pages.sort((a, b) => byCodeUnit(a.output, b.output)), leftOut }
  }

  #admit(entrant: Entrant, inPublicGroup: boolean): void {
    if (entrant.admitted) return
    entrant.refusal = this.#refuse(entrant, inPublicGroup)
    entrant.admitted = entrant.refusal === undefined
  }

  #refuse({ page, front }: Entrant, inPublicGroup: boolean): Refusal | undefined {
    if (isRestricted(front)) return { reason: 'only some groups of readers may see it', onPurpose: true }
    if (this.#needsLogin && !inPublicGroup && !isPublic(front)) {
      return { reason: 'readers must log in to see it', onPurpose: true }
    }
    const holder = this.#names.claim(page.output)
    if (holder !== undefined) return { reason: sayCollision(page.output, holder), onPurpose: false }
    if (this.#names.claim(markdownPath(page.output)) !== undefined) page.withoutMarkdown = true
    return undefined
  }
}

/** Of a file for which another one leaves no room. */
export function sayCollision(output: string, holder: string): string {
  return output === holder
    ? `another file is called ${output} already`
    : `${output} and ${holder} cannot stand side by side on every disk`
}
