import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  diagramFiles,
  finishSite,
  joinInTurn,
  listAssetOutputs,
  type PlannedPage,
  type SiteFile,
  type SitePlan,
} from '@bindery/site'
import { LazyFiles } from './lazy-files.ts'
import type { PageCache } from './page-cache.ts'
import type { PageWalk } from './walk-pages.ts'

export interface EditionInput {
  root: string
  plan: SitePlan
  cache: PageCache
  walk: PageWalk
}

/** Search and the report tell of all pages, so they wait until every page has been rendered once. */
const needsAllPages = /^_bindery\/(?:search\/|report\.)/

const ofDiagrams = /^_bindery\/(?:diagrams|mermaid)-/

/** The first page may stand at the root too; here it leads to its own address. */
const outputsOf = ({ output, front }: PlannedPage) => (front ? [output, 'index.html'] : [output])

/** The site of one plan: each of its files by name, made when it is asked for. */
export class Edition {
  readonly plan: SitePlan
  readonly cache: PageCache
  readonly walk: PageWalk
  readonly #root: string
  readonly #pages: Map<string, PlannedPage>
  readonly #byFile: Map<string, PlannedPage>
  readonly #sources: Set<string>
  readonly #assets: Map<string, string>
  /** Whatever needs no page to be rendered. */
  readonly #shared: LazyFiles
  #whole: { files: LazyFiles; revision: number } | undefined

  constructor({ root, plan, cache, walk }: EditionInput) {
    this.plan = plan
    this.cache = cache
    this.#root = root
    this.walk = walk
    this.#pages = new Map(plan.pages.flatMap((page) => outputsOf(page).map((output) => [output, page])))
    this.#byFile = new Map(plan.pages.map((page) => [page.file, page]))
    // A script that stands on every page by its digest is part of the plan.
    const scripts = new Set(plan.authorCode?.scripts.map(({ file }) => file))
    this.#sources = new Set(plan.sources.filter((file) => !scripts.has(file)))
    this.#assets = listAssetOutputs(plan)
    this.#shared = new LazyFiles(finishSite({ root, plan, parts: joinInTurn([]) }))
  }

  /** Whether pages are made from the file. */
  isSource(file: string): boolean {
    return this.#byFile.has(file) || this.#sources.has(file)
  }

  pageOf(file: string): PlannedPage | undefined {
    return this.#byFile.get(file)
  }

  /** The page that has one of these names. */
  findPage(names: string[]): PlannedPage | undefined {
    return names.map((name) => this.#pages.get(name)).find((page) => page !== undefined)
  }

  /** Any other file that has one of these names. */
  async findFile(names: string[]): Promise<SiteFile | undefined> {
    for (const name of names) {
      const path = this.#assets.get(name)
      if (path !== undefined) return { path: name, bytes: await readFile(join(this.#root, path)) }
      const page = name.endsWith('.md') ? this.#pages.get(name.replace(/\.md$/, '.html')) : undefined
      const beside = page && (await this.cache.get(page)).files.find((file) => file.path === name)
      if (beside) return beside
    }
    // Whether a page has a diagram is known when it is rendered; the page itself asks for these.
    if (names.some((name) => ofDiagrams.test(name))) {
      return diagramFiles().files.find(({ path }) => names.includes(path))
    }
    const files = names.some((name) => needsAllPages.test(name)) ? await this.#finishWhole() : this.#shared
    return files.find(names)
  }

  async #finishWhole(): Promise<LazyFiles> {
    const facts = await this.walk.facts()
    const { revision } = this.cache
    if (this.#whole?.revision === revision) return this.#whole.files
    const files = new LazyFiles(finishSite({ root: this.#root, plan: this.plan, parts: joinInTurn(facts) }))
    this.#whole = { files, revision }
    return files
  }
}
