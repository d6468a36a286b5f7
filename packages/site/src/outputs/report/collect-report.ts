import { dirname } from 'node:path/posix'
import type { Finding, FoundProblem } from '../../model/finding.ts'
import { countSeverities, severityOf } from '../../model/finding-kinds.ts'
import type { PageFacts, PageFailure } from '../../model/page-facts.ts'
import type { LeftOut, SitePlan } from '../../model/site-plan.ts'
import { byCodeUnit } from '../../plan/files/list-files.ts'
import type { AuthorCodeReport, Report } from './report.ts'

type AnchorLink = PageFacts['anchorLinks'][number]

const maxFailures = 100
const maxOfOneKind = 2000
/** Pages named with all other hosts together; the first of each host is always named. */
const maxHostPages = 20_000
const maxTextLength = 1_000

/**
 * Takes the facts of one page after another and keeps only what the report needs. Links to anchors wait until every
 * page has told its anchors; those are one string a page, 30 MB for 100,000 pages.
 */
export class ReportCollector {
  readonly #plan: SitePlan
  readonly #anchors = new Map<string, string>()
  /** By the page that they lead to. */
  readonly #anchorLinks = new Map<string, AnchorLink[]>()
  readonly #findings = new Map<string, Finding[]>()
  readonly #seen = new Set<string>()
  readonly #counts = new Map<string, number>()
  readonly #pagesWith = new Map<string, number>()
  readonly #hosts = new Map<string, { pages: string[]; count: number }>()
  readonly #titles = new Map<string, string>()
  /** Scripts that a page imports are read for it; any other would have to run in a reader's browser. */
  readonly #scripts: Set<string>
  /** Plain Markdown that no navigation names was written for a team and its tools: only what is broken is worth a word. */
  readonly #papers: Set<string>
  /** Pages of which nothing could be made. */
  readonly #lost: PageFailure[] = []
  readonly #failures: Report['failures'] = []
  readonly #code: AuthorCodeReport['pages'] = []
  #hostPages = 0
  #rendered = 0
  #failed = 0
  #leftOut = 0
  #withAllImports = 0
  #withoutFallback = 0

  constructor(plan: SitePlan) {
    this.#plan = plan
    // Where they run, the plan says which of them do not.
    this.#scripts = new Set(plan.authorCode ? [] : plan.sources.filter((file) => file.endsWith('.js')))
    this.#papers = new Set(plan.pages.flatMap(({ file, named }) => (named || !file.endsWith('.md') ? [] : [file])))
  }

  add(facts: PageFacts): void {
    if (facts.failure) this.#lost.push(facts.failure)
    else this.#addPage(facts)
  }

  finish(): Report {
    for (const [route, links] of this.#anchorLinks) this.#checkAnchors(route, links)
    const plan = this.#plan
    for (const finding of plan.findings ?? []) this.#addPlanned(finding)
    for (const failure of this.#lost) this.#addLost(failure)
    const report = this.#write(plan)
    return { ...report, counts: { ...report.counts, ...countSeverities(report) } }
  }

  #write(plan: SitePlan) {
    const unlisted = plan.pages.filter((page) => !page.named)
    const leftOut = [...plan.leftOut, ...this.#leftOutScripts()].sort((a, b) => byCodeUnit(a.file, b.file))
    return {
      renderer: plan.renderer,
      name: plan.config.name,
      counts: {
        pages: this.#rendered + this.#failed + this.#leftOut,
        rendered: this.#rendered,
        failed: this.#failed,
        leftOut: this.#leftOut,
        findings: toRecord(this.#counts),
        pagesWith: toRecord(this.#pagesWith),
        withAllImports: this.#withAllImports,
        withoutFallback: this.#withoutFallback,
        outsideHosts: this.#hosts.size,
        unlisted: unlisted.length,
        leftOutFiles: leftOut.length,
        configuration: plan.advice.length,
      },
      failures: this.#failures,
      findings: [...this.#findings.values()].flat().sort(byPlace),
      outsideHosts: [...this.#hosts]
        .sort(([a], [b]) => byCodeUnit(a, b))
        .slice(0, maxOfOneKind)
        .map(([host, { pages, count }]) => ({ host, pages: pages.sort(byCodeUnit), count })),
      unlisted: unlisted.slice(0, maxOfOneKind).map((page) => page.file),
      leftOut: leftOut.slice(0, maxOfOneKind),
      advice: plan.advice.slice(0, maxOfOneKind),
      ...(plan.authorCode && { authorCode: this.#writeCode(plan.authorCode) }),
    }
  }

  #writeCode({ scripts }: NonNullable<SitePlan['authorCode']>): AuthorCodeReport {
    const pages = this.#code.sort((a, b) => byCodeUnit(a.page, b.page)).slice(0, maxOfOneKind)
    return { pages, scripts: scripts.map(({ file, bytes }) => ({ file, bytes })) }
  }

  #addPage(facts: PageFacts): void {
    if (this.#failBadPage(facts)) return
    this.#rendered += 1
    if (facts.code) this.#code.push({ page: facts.route, bytes: facts.code.bytes })
    this.#anchors.set(facts.route, facts.anchors.join('\n'))
    for (const host of facts.hosts) this.#addHost(host, facts.route)
    for (const file of facts.imports) this.#scripts.delete(file)
    const isPaper = this.#papers.has(facts.file)
    const diagnostics = facts.diagnostics.filter(({ code }) => !isPaper || severityOf(code) === 'error')
    for (const { code, message, at } of diagnostics) this.#find({ code, message, ...at })
    this.#countKinds(new Set(diagnostics.map(({ code }) => code)))
    if (isPaper) return
    for (const link of facts.anchorLinks) this.#addAnchorLink(link)
    this.#checkIds(facts)
    this.#checkTitle(facts)
  }

  #countKinds(codes: Set<string>): void {
    for (const code of codes) addOne(this.#pagesWith, code)
    if (codes.has('missing_import')) return
    this.#withAllImports += 1
    if (!codes.has('fallback')) this.#withoutFallback += 1
  }

  #addPlanned(finding: FoundProblem): void {
    const { code, message: reason, file, line, column } = finding
    if (code === 'page_left_out') this.#lost.push({ file, line, column, reason })
    else this.#find(finding)
  }

  /** One page less does not cost the site; a site without any page is none. */
  #addLost(failure: PageFailure): void {
    const { reason: message, file, line, column } = failure
    if (this.#plan.strict || this.#rendered === 0) this.#fail(failure)
    else {
      this.#leftOut += 1
      this.#find({ code: 'page_left_out', message, file, line, column })
    }
  }

  #fail({ file, line, column, reason }: PageFailure): void {
    this.#failed += 1
    if (this.#failures.length < maxFailures)
      this.#failures.push({ file, line, column, reason: cut(reason), fatal: true })
  }

  /** A page that shows only a part of what its author wrote is none where pages are strict. */
  #failBadPage({ diagnostics }: PageFacts): boolean {
    const first = this.#plan.strict && diagnostics.find(({ code }) => severityOf(code) === 'error')
    if (!first) return false
    this.#fail({ ...first.at, reason: first.message })
    return true
  }

  #leftOutScripts(): LeftOut[] {
    return [...this.#scripts].map((file) => ({ file, reason: 'a site carries no script of its author' }))
  }

  #addHost(host: string, route: string): void {
    const known = this.#hosts.get(host) ?? { pages: [], count: 0 }
    this.#hosts.set(host, known)
    known.count += 1
    const isNamed = known.pages.length < maxOfOneKind && this.#hostPages < maxHostPages
    if (!isNamed && known.pages.length > 0) return
    known.pages.push(route)
    this.#hostPages += 1
  }

  #addAnchorLink(link: AnchorLink): void {
    const links = this.#anchorLinks.get(link.route)
    if (links) links.push(link)
    else this.#anchorLinks.set(link.route, [link])
  }

  #checkAnchors(route: string, links: AnchorLink[]): void {
    const anchors = this.#anchors.get(route)
    if (anchors === undefined) return
    const known = new Set(anchors.split('\n')).add('top')
    for (const { anchor, at } of links) {
      if (known.has(anchor)) continue
      const message = `${route} has no place called “${anchor}”.`
      this.#find({ code: 'broken_anchor', message, ...at })
    }
  }

  #checkIds({ anchors, file }: PageFacts): void {
    if (new Set(anchors).size === anchors.length) return
    const seen = new Set<string>()
    const repeated = new Set<string>()
    for (const id of anchors) (seen.has(id) ? repeated : seen).add(id)
    for (const id of repeated) {
      const message = `Two places on the page are called “${id}”; links reach only the first.`
      this.#find({ code: 'duplicate_id', message, file, line: 1, column: 1 })
    }
  }

  #checkTitle({ title, file }: PageFacts): void {
    // Translations share titles by nature, and so do versions: only pages of one folder compete.
    const key = `${dirname(file)}\n${title}`
    const other = this.#titles.get(key)
    if (other === undefined) return void this.#titles.set(key, file)
    const message = `${other} in the same folder has the title “${title}” too.`
    this.#find({ code: 'duplicate_title', message, file, line: 1, column: 1 })
  }

  /** A snippet's fault is one fault, however many pages import it. */
  #find(finding: FoundProblem): void {
    const key = `${finding.code} ${finding.file}:${finding.line}:${finding.column} ${finding.message}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    const list = this.#findings.get(finding.code) ?? []
    this.#findings.set(finding.code, list)
    addOne(this.#counts, finding.code)
    if (list.length < maxOfOneKind)
      list.push({ ...finding, message: cut(finding.message), severity: severityOf(finding.code) })
  }
}

/** A message quotes the page, which may have a link of a megabyte. */
function cut(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function toRecord(counts: Map<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => byCodeUnit(a, b)))
}

function byPlace(a: Finding, b: Finding): number {
  return byCodeUnit(a.file, b.file) || a.line - b.line || a.column - b.column || byCodeUnit(a.code, b.code)
}
