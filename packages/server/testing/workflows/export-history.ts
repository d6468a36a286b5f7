import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { applyDelta, extractBundle, unchecked } from '@bindery/bundle'
import type { Report } from '@bindery/site'
import { sql } from 'kysely'
import { hashFiles, listDiffering } from '../../../../test/identity/hash-files.ts'
import { operatorScope } from '../../src/core/access/scope.ts'
import { operator } from '../../src/core/audit/record-audit.ts'
import { addDomain } from '../../src/core/domains/add-domain.ts'
import { type BundleOf, createDeltaStorage } from '../../src/core/exports/bundles/store-delta.ts'
import { defaultLimits } from '../../src/core/limits/limits.ts'
import type { StepName } from '../../src/core/steps/step-labels.ts'
import { stepsOf } from '../../src/core/steps/steps-of.ts'
import { exportReportKey } from '../../src/storage/object-keys.ts'
import type { ExportBench, ExportRow } from './export-bench.ts'
import { HistorySite, svg } from './history-site.ts'
import { createRandom, type Random } from './random.ts'
import type { WorkerPair } from './worker-pair.ts'

export interface HistoryWorld {
  bench: ExportBench
  workers: WorkerPair
  /** Serves the repositories in `root`. */
  git: { origin: string; root: string }
  /** Serves pictures, by their paths. */
  pictures: { origin: string; files: Map<string, string> }
}

interface Line {
  organization: string
  project: string
}

const commits = 8
const steps: StepName[] = ['fetch-source', 'plan', 'keep-chunks', 'render', 'record', 'finish', 'archive', 'complete']

/**
 * Exports a site after each of 8 commits: in one project, which reuses pages, and in a new project of another organization.
 * In every third history a worker is killed. Returns what differs, and which outputs contain text of a private page.
 */
export async function runExportHistory(world: HistoryWorld, seed: number): Promise<string[]> {
  const history = new ExportHistory(world, seed)
  await history.run()
  return history.faults
}

class ExportHistory {
  readonly faults: string[] = []
  readonly #world: HistoryWorld
  readonly #seed: number
  readonly #random: Random
  readonly #name: string
  readonly #canary: string
  readonly #site: HistorySite
  /** Changes and kills so far, quoted in faults. */
  readonly #log: string[] = []
  #folder = ''
  #line: Line = { organization: '', project: '' }
  /** Export of the commit before. */
  #before: ExportRow | undefined

  constructor(world: HistoryWorld, seed: number) {
    this.#world = world
    this.#seed = seed
    this.#random = createRandom(seed)
    this.#name = `history-${seed}`
    this.#canary = `canary${seed}canary`
    const picture = `${world.pictures.origin}/${this.#name}.svg`
    this.#site = new HistorySite({ canary: this.#canary, picture, isTranslated: seed % 2 === 1 }, this.#random)
  }

  async run(): Promise<void> {
    const { bench } = this.#world
    this.#folder = await mkdtemp(join(bench.folder, 'history-'))
    this.#line = await this.#addLine()
    const domain = { projectId: this.#line.project, name: this.#domain, mode: 'trusted' } as const
    await addDomain(bench.database.db, operatorScope, domain, operator, defaultLimits)
    this.#changePicture(0)
    const killedAt = this.#seed % 3 === 0 ? 1 + Math.floor(this.#random() * (commits - 1)) : undefined
    for (let n = 0; n < commits && this.faults.length === 0; n++) await this.#commitAndExport(n, n === killedAt)
    await rm(this.#folder, { recursive: true })
  }

  async #commitAndExport(n: number, kills: boolean): Promise<void> {
    if (n > 0) for (let more = Math.floor(this.#random() * 3); more >= 0; more--) this.#log.push(this.#site.change())
    if (n > 0 && this.#random() < 0.2) this.#changePicture(n)
    await this.#site.write(this.#work)
    this.#commit('main', n)
    const step = kills ? steps[Math.floor(this.#random() * steps.length)] : undefined
    if (step) this.#log.push(`a worker killed during ${step}`)
    const exported = await this.#exportTwice('main', step)
    if (exported.status === 'completed') this.#before = exported
    if (this.#random() < 0.2) await this.#exportOtherBranch(n)
  }

  /** With a page and a picture that the main branch does not have. */
  async #exportOtherBranch(n: number): Promise<void> {
    this.#log.push('an export of another branch')
    await mkdir(join(this.#work, 'images'), { recursive: true })
    await writeFile(join(this.#work, 'images/tide.svg'), svg('next'))
    await writeFile(join(this.#work, 'next.mdx'), '---\ntitle: Next\n---\n\nOf the other branch.\n')
    this.#commit('next', n)
    await this.#exportTwice('next')
  }

  async #exportTwice(ref: string, killDuring?: StepName): Promise<ExportRow> {
    const { bench } = this.#world
    const wanted = { requested_ref: ref, domain: this.#domain }
    const id = await bench.startExport(this.#line.organization, this.#line.project, wanted)
    const ended = bench.waitForEnd(id)
    if (killDuring) await this.#kill(id, killDuring, ended)
    const own = await ended
    const line = await this.#addLine()
    const fresh = await bench.waitForEnd(await bench.startExport(line.organization, line.project, wanted))
    if (own.status === 'completed' && fresh.status === 'completed') await this.#compare(own, fresh)
    else if (own.error !== fresh.error)
      this.#report(`the export ended with "${own.error}" and a fresh one with "${fresh.error}"`)
    return own
  }

  /** Kills the worker that runs the step, if the export comes to it. */
  async #kill(id: string, step: StepName, ended: Promise<unknown>): Promise<void> {
    const { bench, workers } = this.#world
    let isOver = false
    const over = ended.then(() => {
      isOver = true
    })
    const find = sql<{ worker: string }>`
      select worker from job_step where name = ${step} and ${stepsOf(sql`${id}::text`)} limit 1`
    while (!isOver) {
      const [found] = (await find.execute(bench.database.db)).rows
      if (found) return workers.kill(found.worker)
      await Promise.race([delay(5), over])
    }
  }

  async #compare(own: ExportRow, fresh: ExportRow): Promise<void> {
    const [folder, expected] = [await this.#unpack(own), await this.#unpack(fresh)]
    const differing = listDiffering(await hashFiles(folder), await hashFiles(expected))
    if (own.bundle_sha256 !== fresh.bundle_sha256) differing.push('the archive')
    if (!isDeepStrictEqual(await this.#readReport(own), await this.#readReport(fresh))) differing.push('the report')
    if (differing.length > 0) this.#report(`${differing.join(', ')} of ${own.commit} differ`)
    await this.#findCanary(folder, 'the bundle')
    if (this.#before) await this.#compareDelta(this.#before, own, expected)
    await rm(folder, { recursive: true })
    await rm(expected, { recursive: true })
  }

  async #compareDelta(from: ExportRow, to: ExportRow, expected: string): Promise<void> {
    const { store } = this.#world.bench
    const delta = await createDeltaStorage(store)(toBundle(from), toBundle(to), async () => true)
    if (!delta) throw new Error('No delta was made.')
    const bytes = await store.getBytes(delta.key)
    const folder = await this.#unpack(from)
    await applyDelta(folder, [bytes], unchecked)
    const differing = listDiffering(await hashFiles(folder), await hashFiles(expected))
    if (differing.length > 0) this.#report(`${differing.join(', ')} of ${to.commit} differ after the delta`)
    await this.#findCanary(folder, 'the site after the delta')
    await rm(folder, { recursive: true })
  }

  async #findCanary(folder: string, where: string): Promise<void> {
    if (!this.#site.isPrivate) return
    for (const path of Object.keys(await hashFiles(folder))) {
      const isFound = path.includes(this.#canary) || (await readFile(join(folder, path))).includes(this.#canary)
      if (isFound) this.#report(`${path} of ${where} contains text of a private page`)
    }
  }

  async #unpack({ id, bundle_key }: ExportRow): Promise<string> {
    const folder = await mkdtemp(join(this.#folder, `${id}-`))
    const bytes = await this.#world.bench.store.getBytes(bundle_key ?? '')
    await extractBundle([bytes], join(folder, 'site'), unchecked)
    return join(folder, 'site')
  }

  /** Without addresses that an earlier export had. */
  async #readReport({ organization_id, id }: ExportRow): Promise<object> {
    const bytes = await this.#world.bench.store.getBytes(exportReportKey(organization_id, id))
    const { counts, findings, ...rest } = JSON.parse(Buffer.from(bytes).toString()) as Report
    const isOwn = (code: string) => !code.startsWith('vanished_')
    const { findings: counted, warnings, ...others } = counts
    const vanished = Object.entries(counted).filter(([code]) => !isOwn(code))
    return {
      ...rest,
      counts: {
        ...others,
        warnings: vanished.reduce((left, [, count]) => left - count, warnings),
        findings: Object.fromEntries(Object.entries(counted).filter(([code]) => isOwn(code))),
      },
      findings: findings.filter(({ code }) => isOwn(code)),
    }
  }

  async #addLine(): Promise<Line> {
    const { bench, git } = this.#world
    const organization = await bench.addOrganization()
    return { organization, project: await bench.addProject(organization, `${git.origin}/${this.#name}.git`) }
  }

  /** A day later than the commit before. */
  #commit(branch: string, n: number): void {
    const date = new Date(Date.UTC(2026, 0, 1 + n)).toISOString()
    const repository = join(this.#world.git.root, `${this.#name}.git`)
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
        env: {
          ...process.env,
          GIT_DIR: repository,
          GIT_WORK_TREE: this.#work,
          GIT_AUTHOR_DATE: date,
          GIT_COMMITTER_DATE: date,
        },
        stdio: 'pipe',
      })
    if (n === 0 && branch === 'main') {
      git('init', '--quiet', '--initial-branch=main')
      git('config', 'uploadpack.allowFilter', 'true')
    }
    git('add', '--all', '--force')
    git('commit', '--quiet', '--allow-empty', '--message', `Commit ${n}`)
    if (branch === 'main') return
    git('update-ref', `refs/heads/${branch}`, 'HEAD')
    git('update-ref', 'HEAD', 'HEAD~1')
  }

  #changePicture(text: number): void {
    this.#world.pictures.files.set(`/${this.#name}.svg`, svg(`${text}`))
  }

  get #work(): string {
    return join(this.#folder, 'work')
  }

  get #domain(): string {
    return `${this.#name}.example.com`
  }

  #report(fault: string): void {
    this.faults.push(`seed ${this.#seed}: ${fault} (${this.#log.join(', ')})`)
  }
}

function toBundle({ id, organization_id, bundle_key, bundle_sha256, bundle_bytes }: ExportRow): BundleOf {
  return {
    exportId: id,
    organizationId: organization_id,
    key: bundle_key ?? '',
    sha256: bundle_sha256 ?? '',
    bytes: Number(bundle_bytes),
  }
}
