import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOrganization } from '../../deploy/local/create-organization.ts'
import { makeDemoSite, smallSource } from '../../deploy/local/make-demo-site.ts'
import { seedRepository } from '../../deploy/local/seed-repository.ts'
import type { Service } from '../../deploy/local/start-service.ts'
import { downloadDigest, type StartedExport, startOne } from './exports.ts'
import { countCompleted, type Ended, followExports } from './follow-exports.ts'

const domain = 'commits.example.com'
// Another version than the other exports have, which are counted by it.
const version = 'commit'

/** A site that receives a commit before each of its exports, so that an export reuses pages of the one before. */
export class CommittedSite implements Disposable {
  readonly started: { one: StartedExport; commit: string }[] = []
  readonly #ended: Ended = new Map()
  readonly #folder = mkdtempSync(join(tmpdir(), 'bindery-site-'))
  readonly #service: Service
  #organization = ''
  #key = ''
  #repository = ''

  constructor(service: Service) {
    this.#service = service
    makeDemoSite(this.#folder, 160, smallSource)
  }

  /** Commits and exports `count` times, one export after the other. */
  async export(count: number): Promise<void> {
    const { admin, url } = this.#service
    this.#organization = await createOrganization(admin, 'Commits')
    const key = await admin<{ key: string }>(['key', 'create', '--organization', this.#organization, '--name', 'chaos'])
    this.#key = key.key
    for (let n = 0; n < count; n++) {
      this.#change(n)
      const { url: repository, commit } = await seedRepository('public/chaos-commits', this.#folder)
      this.#repository = repository
      if (n === 0) await this.#addProject()
      const one = await startOne(url, { key: this.#key }, { domain }, `commit-${n}`, version)
      this.started.push({ one, commit })
      await followExports(
        url,
        this.started.map(({ one }) => one),
        this.#ended,
      )
    }
  }

  /** A paragraph of a page, the name of a group in the sidebar of each page, or a new page, in turn. */
  #change(n: number): void {
    const config = join(this.#folder, 'docs.json')
    const replaceInConfig = (from: string | RegExp, to: string) => {
      writeFileSync(config, readFileSync(config, 'utf8').replace(from, to))
    }
    const shelf = (n % 8) + 1
    const page = `library/shelf-${shelf}-volume-1`
    if (n % 3 === 0) appendFileSync(join(this.#folder, `${page}.mdx`), `\nChanged by commit ${n}.\n`)
    else if (n % 3 === 1) replaceInConfig(new RegExp(`"Shelf ${shelf}\\b[^"]*"`), `"Shelf ${shelf}, commit ${n}"`)
    else {
      writeFileSync(
        join(this.#folder, `added-${n}.mdx`),
        `---\ntitle: Added by commit ${n}\n---\n\nSee [a page](/${page}).\n`,
      )
      replaceInConfig(`"${page}"`, `"${page}", "added-${n}"`)
    }
  }

  countLost(): number {
    return this.started.length - countCompleted(this.#ended)
  }

  /** Archives that differ from the first export of the same commit by a project without earlier exports. */
  async countDiffering(): Promise<number> {
    const { admin, url } = this.#service
    let differing = 0
    for (const { one, commit } of this.started) {
      if (this.#ended.get(one.jobId)?.status !== 'completed') continue
      const digest = await downloadDigest(url, one)
      await admin(['domain', 'remove', domain])
      await this.#addProject()
      const first = await startOne(url, { key: this.#key }, { domain, ref: commit }, `first-${commit}`, version)
      await followExports(url, [first])
      if (digest === null || digest !== (await downloadDigest(url, first))) differing += 1
    }
    return differing
  }

  async #addProject(): Promise<void> {
    const { admin } = this.#service
    const args = ['--organization', this.#organization, '--name', 'Commits', '--repository', this.#repository]
    const { id } = await admin<{ id: string }>(['project', 'create', ...args])
    await admin(['domain', 'add', domain, '--project', id])
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true })
  }
}
