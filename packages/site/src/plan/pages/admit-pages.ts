import type { FoundProblem } from '../../model/finding.ts'
import { markdownPath, routeOf } from '../../model/paths.ts'
import { foldRoute } from '../../model/private-routes.ts'
import type { LeftOut, PlannedPage } from '../../model/site-plan.ts'
import { byCodeUnit } from '../files/list-files.ts'
import type { NameLedger } from '../files/name-ledger.ts'
import type { PageProblem } from '../files/read-page-head.ts'
import type { FindPage, Refusal, Visibility } from '../navigation/find-page.ts'
import type { FoundOperation } from '../openapi/find-operation.ts'
import type { OperationLine } from '../openapi/list-operations.ts'
import { joinVisibility, type Survey } from '../privacy/survey-navigation.ts'
import { whyPrivate } from '../privacy/why-private.ts'
import { planPage } from './plan-page.ts'

/** A file that would be a page, with its front matter. */
export interface Candidate {
  route: string
  file: string
  front: Record<string, unknown>
  problem?: PageProblem
  /** The operation that the front matter names. */
  operation?: FoundOperation | undefined
}

/** What docs.json says of who may read its pages. */
interface Access extends Survey {
  /** Why a page is private of which nothing else is said. */
  whole: string | undefined
}

interface Entrant {
  page: PlannedPage
  /** Why it may not be published, whatever the navigation says. */
  secrecy: string | undefined
  admitted: boolean
  /** Why it was not admitted when it was last asked for. */
  refusal: Refusal | undefined
}

export interface Admitted {
  pages: PlannedPage[]
  leftOut: LeftOut[]
  privateRoutes: string[]
  /** Pages that are left out though nothing says that they should be. */
  findings: FoundProblem[]
}

const unreadable = 'its front matter cannot be read, so it may be private'

/**
 * Decides which candidates become pages of the site. The navigation asks first, so that of two pages with one name the
 * one that it leads to stands; what it does not name comes after, in the order of the files.
 */
export class Admission {
  readonly #entrants: Entrant[]
  readonly #byRoute: Map<string, Entrant>
  readonly #byFile: Map<string, Entrant>
  readonly #names: NameLedger
  readonly #access: Access
  readonly #findings: FoundProblem[] = []

  constructor(candidates: Candidate[], names: NameLedger, access: Access) {
    this.#names = names
    this.#access = access
    const pages = candidates.map(({ route, file, front, operation }) => planPage(route, file, front, operation))
    this.#entrants = pages.map((page) => ({ page, secrecy: undefined, admitted: false, refusal: undefined }))
    this.#byRoute = new Map(this.#entrants.map((entrant) => [entrant.page.route, entrant]))
    this.#byFile = new Map(this.#entrants.map((entrant) => [entrant.page.file.replace(/\.mdx?$/, ''), entrant]))
    const placed = this.#placePages()
    for (const [index, entrant] of this.#entrants.entries()) {
      const { front = {}, operation, problem } = candidates[index] ?? {}
      // What the description says of its operation holds unless the page's own front matter says more.
      const secrecy = this.#whyPrivate(entrant.page, { ...operation?.line.front, ...front }, placed.get(entrant))
      entrant.secrecy = problem ? (secrecy ?? unreadable) : secrecy
      if (problem) this.#findings.push(describeProblem(entrant.page.file, problem))
    }
  }

  /** Whether a file is private; what is wrong in such a one is nobody's business. */
  isPrivate(file: string): boolean {
    return this.#byFile.get(file.replace(/\.mdx?$/, ''))?.secrecy !== undefined
  }

  /** Finds the page that an entry of the navigation names, and marks it as named. */
  readonly find: FindPage = (name) => {
    const entrant = this.#lookUp(name)
    if (!entrant) return undefined
    this.#admit(entrant)
    if (entrant.refusal) return entrant.refusal
    entrant.page.named = true
    return { route: entrant.page.route, hidden: entrant.page.hidden === true }
  }

  /** Takes a page that no file stands for, unless another one has its name. */
  readonly add = (page: PlannedPage, { key, front = {} }: OperationLine): Refusal | undefined => {
    const secrecy = this.#whyPrivate(page, front, this.#access.operations.get(`${page.file} ${key}`))
    const entrant: Entrant = { page, secrecy, admitted: false, refusal: undefined }
    this.#admit(entrant)
    if (entrant.admitted || entrant.refusal?.onPurpose) this.#entrants.push(entrant)
    return entrant.refusal
  }

  finish(): Admitted {
    for (const entrant of this.#entrants) this.#admit(entrant)
    const pages = this.#entrants.flatMap(({ page, refusal }) => (refusal ? [] : [page]))
    // One file may describe a hundred operations.
    const reasons = new Map<string, LeftOut>()
    for (const { page, refusal } of this.#entrants) {
      if (refusal) reasons.set(`${page.file} ${refusal.reason}`, { file: page.file, reason: refusal.reason })
    }
    const privateRoutes = this.#entrants.flatMap(({ page, secrecy }) => (secrecy === undefined ? [] : [page.route]))
    return {
      pages: pages.sort((a, b) => byCodeUnit(a.output, b.output)),
      leftOut: [...reasons.values()],
      privateRoutes: privateRoutes.sort(byCodeUnit),
      findings: this.#findings,
    }
  }

  #lookUp(name: string): Entrant | undefined {
    const path = name
      .trim()
      .replace(/^\.?\//, '')
      .replace(/\/$/, '')
    return this.#byFile.get(path.replace(/\.mdx?$/, '')) ?? this.#byRoute.get(routeOf(path))
  }

  #placePages(): Map<Entrant, Visibility> {
    const placed = new Map<Entrant, Visibility>()
    for (const [name, visibility] of this.#access.pages) {
      const entrant = this.#lookUp(name)
      if (entrant) placed.set(entrant, joinVisibility(placed.get(entrant), visibility))
    }
    return placed
  }

  #whyPrivate(page: PlannedPage, front: Record<string, unknown>, placed: Visibility): string | undefined {
    const { closed, whole } = this.#access
    const isClosed = closed.has(foldRoute(page.route)) || closed.has(foldRoute(page.output))
    return whyPrivate(front, isClosed ? 'private' : placed, whole)
  }

  #admit(entrant: Entrant): void {
    if (entrant.admitted) return
    entrant.refusal = this.#refuse(entrant)
    entrant.admitted = entrant.refusal === undefined
  }

  #refuse({ page, secrecy }: Entrant): Refusal | undefined {
    if (secrecy !== undefined) return { reason: secrecy, onPurpose: true }
    const holder = this.#names.claim(page.output)
    if (holder !== undefined) return { reason: describeCollision(page.output, holder), onPurpose: false }
    if (this.#names.claim(markdownPath(page.output)) !== undefined) page.withoutMarkdown = true
    return undefined
  }
}

/** Of a file for which another one leaves no room. */
export function describeCollision(output: string, holder: string): string {
  return output === holder
    ? `another file is called ${output} already`
    : `${output} and ${holder} cannot stand side by side on every disk`
}

/** Names no word of the page, which may be private. */
function describeProblem(file: string, { line, column, reason }: PageProblem): FoundProblem {
  return { code: 'page_left_out', message: `${reason} The page may be private, so it is left out.`, file, line, column }
}
