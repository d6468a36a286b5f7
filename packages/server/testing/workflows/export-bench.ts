import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino, { type Logger } from 'pino'
import { makeId } from '../../src/core/make-id.ts'
import { createEngineClient, type EngineClient } from '../../src/engine/create-engine-client.ts'
import { migrateEngine } from '../../src/engine/migrate-engine.ts'
import { defaultSourceLimits } from '../../src/git/source-limits.ts'
import { organizationPrefix } from '../../src/storage/object-keys.ts'
import type { ObjectStore } from '../../src/storage/object-store.ts'
import type { WorkerDeps } from '../../src/workflows/start-worker.ts'
import { createTestDatabase, type TestDatabase } from '../db/create-test-database.ts'
import { openTestStore } from '../storage/open-test-store.ts'
import { waitForRow } from './wait-for-row.ts'

const workerEntry = fileURLToPath(new URL('./export-worker.ts', import.meta.url))
const services = new URL('../../../../.dev/services.env', import.meta.url)

/** A database, the bucket and the git host of local work, with an organization to export for. */
export interface ExportBench {
  database: TestDatabase
  store: ObjectStore
  engine: EngineClient
  folder: string
  log: Logger
  workerDeps: WorkerDeps
  addOrganization(): Promise<string>
  /** A repository on the git host with this folder's files as its one commit. */
  addRepository(source: string): string
  addProject(organizationId: string, repository: string): Promise<string>
  startExport(organizationId: string, projectId: string, wanted?: ExportWishes): Promise<string>
  /** A worker in a process of its own, with a cache of its own, once it takes work. */
  startWorkerProcess(environment?: { HOLD_AT?: string; HELD_FILE?: string; GIT_HOST?: string }): Promise<ChildProcess>
  /** Waits, by the database's own notice, until the export has ended. */
  waitForEnd(exportId: string): Promise<ExportRow>
  /** The same, until it has come so far, or has ended. */
  waitForProgress(exportId: string, progress: number): Promise<ExportRow>
  /** Waits until no workflow runs: the row of an export ends before its workflow. */
  waitUntilIdle(): Promise<void>
  close(): Promise<void>
}

export interface ExportWishes {
  domain?: string
  requested_ref?: string
  requested_version?: string
  requested_paths?: string[]
  requested_page_rule?: 'lenient' | 'strict'
  requested_author_code?: 'off'
}

export type ExportRow = Awaited<ReturnType<typeof readExport>>

export async function openExportBench(): Promise<ExportBench> {
  const database = await createTestDatabase()
  await migrateEngine(database.url)
  const { store } = openTestStore()
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
  const engine = await createEngineClient({ databaseUrl: database.url, pool: database.pool, log })
  const folder = await mkdtemp(join(tmpdir(), 'bindery-export-'))
  const owner = `test-${randomBytes(6).toString('hex')}`
  const gitUrl = find('BINDERY_GIT_URL')
  const gitRoot = join(find('BINDERY_GIT_ROOT'), owner)
  const organizations: string[] = []

  return {
    database,
    store,
    engine,
    folder,
    log,
    workerDeps: {
      databaseUrl: database.url,
      db: database.db,
      store,
      log,
      cacheFolder: join(folder, 'cache'),
      cacheBytes: 2 * 1024 ** 3,
      // One process of each kind: to start another costs more than the pages of a small site.
      cores: 1,
      git: { policy: { allowedHosts: [gitUrl] } },
      limits: { ...defaultSourceLimits, sitePages: 100_000 },
    },
    async addOrganization() {
      const id = makeId('organization')
      organizations.push(id)
      await database.db.insertInto('organization').values({ id, name: id, plan: 'enterprise' }).execute()
      return id
    },
    addRepository(source) {
      const name = randomBytes(4).toString('hex')
      makeRepository(source, join(gitRoot, `${name}.git`))
      return `${gitUrl}/${owner}/${name}.git`
    },
    async addProject(organizationId, repository) {
      const id = makeId('project')
      const row = { id, organization_id: organizationId, name: id, repository, branch: 'main' }
      await database.db.insertInto('project').values(row).execute()
      return id
    },
    async startExport(organizationId, projectId, wanted = {}) {
      const exportId = makeId('export')
      await database.db.transaction().execute(async (trx) => {
        const row = { id: exportId, organization_id: organizationId, project_id: projectId, domain: 'docs.example.com' }
        await trx
          .insertInto('export')
          .values({ ...row, ...wanted })
          .execute()
        await engine.enqueueExport(trx, { exportId, organizationId })
      })
      return exportId
    },
    async startWorkerProcess(more = {}) {
      const environment = {
        DATABASE_URL: database.url,
        CACHE_FOLDER: join(folder, `cache-${randomBytes(4).toString('hex')}`),
        GIT_HOST: gitUrl,
        ...more,
      }
      const worker = spawn(process.execPath, [workerEntry], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const early = once(worker, 'exit').then(([code]) => {
        throw new Error(`The worker ended with ${code} before it took work. Is the build whole? Run \`npm run build\`.`)
      })
      await Promise.race([once(worker.stdout, 'data'), early])
      early.catch(() => {})
      return worker
    },
    waitForEnd: (exportId) => waitForRow(database, () => readExport(database, exportId), hasEnded),
    waitForProgress: (exportId, progress) =>
      waitForRow(
        database,
        () => readExport(database, exportId),
        (row) => hasEnded(row) || row.progress >= progress,
      ),
    async waitUntilIdle() {
      const text = `select from dbos.workflow_status where status = 'PENDING' limit 1`
      while ((await database.pool.query(text)).rows.length > 0) await delay(20)
    },
    async close() {
      await engine.close()
      await database.close()
      for (const id of organizations) await store.deletePrefix(organizationPrefix(id))
      store.close()
      await rm(folder, { recursive: true })
      await rm(gitRoot, { recursive: true, force: true })
    },
  }
}

const hasEnded = ({ status }: ExportRow) => status === 'completed' || status === 'failed'

function readExport({ db }: TestDatabase, exportId: string) {
  return db.selectFrom('export').selectAll().where('id', '=', exportId).executeTakeFirstOrThrow()
}

function makeRepository(source: string, bare: string): void {
  // The same files are the same commit.
  const date = '2026-01-01T00:00:00Z'
  mkdirSync(bare, { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      env: { ...process.env, GIT_DIR: bare, GIT_WORK_TREE: source, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      stdio: 'pipe',
    })
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'core.bare', 'false')
  git('add', '--all', '--force')
  git('commit', '--quiet', '--message', 'Add the docs')
  git('config', 'core.bare', 'true')
}

function find(name: string): string {
  const value =
    process.env[name] ?? readFileSync(services, 'utf8').match(new RegExp(`^(?:export )?${name}=(\\S+)$`, 'm'))?.[1]
  if (value) return value
  throw new Error(`These tests need the local services (${name}). Run \`npm run services\`.`)
}
