import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { Registry } from 'prom-client'
import { createDeltaStorage } from '../../src/core/exports/bundles/store-delta.ts'
import { createComparison } from '../../src/core/exports/changes/list-changes.ts'
import { createReportParser } from '../../src/core/exports/read/read-report.ts'
import { defaultLimits } from '../../src/core/limits/limits.ts'
import { startSession } from '../../src/core/people/sessions/start-session.ts'
import { addDashboard } from '../../src/dashboard/create-dashboard.ts'
import type { Dashboard } from '../../src/dashboard/dashboard.ts'
import type { DashboardDeps } from '../../src/dashboard/dashboard-deps.ts'
import { watchJobs } from '../../src/db/watch-jobs.ts'
import { Downloads } from '../../src/http/downloads.ts'
import { listen } from '../../src/http/listen.ts'
import { createProxyNotices } from '../../src/http/notice-proxies.ts'
import { PlaceLimiter } from '../../src/http/place-limiter.ts'
import { createRequestMetrics } from '../../src/http/request-metrics.ts'
import { createLog } from '../../src/ops/log.ts'
import type { ObjectStore } from '../../src/storage/object-store.ts'
import { announceWaits } from '../db/announce-waits.ts'
import { createTestDatabase, type TestDatabase } from '../db/create-test-database.ts'
import { openTestStore } from '../storage/open-test-store.ts'
import { Browser } from './browser.ts'

export interface TestDashboard extends AsyncDisposable {
  url: string
  database: TestDatabase
  store: ObjectStore
  logged: string[]
  /** What was handed to the engine, and what it was told to let go. */
  enqueued: string[]
  cancelled: string[]
  /** Resolves when somebody begins to wait for a change of the job. */
  nextWait(jobId: string): Promise<unknown>
  entries: ReturnType<typeof addDashboard>['entries']
  /** A browser of its own; with a person, one that has signed in. */
  openBrowser(personId?: string): Promise<Browser>
}

/** The dashboard as it is served, over HTTP on a free port; only the engine is a list. */
export async function startTestDashboard(given: Partial<DashboardDeps> = {}): Promise<TestDashboard> {
  const database = await createTestDatabase()
  const { store, close } = openTestStore()
  const logged: string[] = []
  const enqueued: string[] = []
  const cancelled: string[] = []
  const waits = new EventEmitter()
  const log = createLog('info', { write: (line: string) => void logged.push(line) })
  const jobs = await watchJobs(database.url, (err) => log.warn({ err }, 'listening broke off'))
  const app: Dashboard = new Hono()
  const { entries, showMissingPage } = addDashboard(app, {
    health: { draining: false },
    db: database.db,
    pool: database.pool,
    store,
    storeDelta: createDeltaStorage(store),
    compare: createComparison(store),
    enqueueExport: async (_trx, { exportId }) => void enqueued.push(exportId),
    cancelWork: async (exportId) => void cancelled.push(exportId),
    enqueueAgentJob: async (_trx, { agentJobId, turn }) => void enqueued.push(`${agentJobId}:t${turn}`),
    cancelAgentJobWork: async (agentJobId, turn) => void cancelled.push(`${agentJobId}:t${turn}`),
    models: { default: 'm', allowed: ['m', 'n'] },
    prices: { currency: 'USD', models: { m: { input: 3, output: 15 } } },
    jobs: announceWaits(jobs, waits),
    limits: { ...defaultLimits, keyCreationsPerHour: 1_000 },
    visitLimits: { sessionRequestsPerMinute: 1_000_000, addressRequestsPerMinute: 1_000_000 },
    waits: new PlaceLimiter({ perCaller: 500, perAddress: 1_000, inAll: 10_000 }, 'wait for a job'),
    downloads: new Downloads(),
    parseReport: createReportParser({ db: database.db, store, ...given }),
    linkLifetimeSeconds: 3600,
    publicUrl: 'http://127.0.0.1',
    previews: { key: randomBytes(32), domain: undefined, lifetimeSeconds: 3600, publicUrl: 'http://127.0.0.1' },
    trustedProxies: [],
    transportSecurity: 'max-age=31536000',
    proxyNotices: createProxyNotices(log),
    git: { allowedHosts: [] },
    credentials: { current: randomBytes(32), previous: [] },
    domains: { mode: 'trusted', dnsServers: [] },
    signIn: { local: true, oidc: undefined },
    network: {},
    log,
    metrics: createRequestMetrics(new Registry()),
    ...given,
  })
  app.notFound(showMissingPage)
  const served = await listen(createServer(getRequestListener(app.fetch)), { address: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${served.port}`
  return {
    url,
    database,
    store,
    logged,
    enqueued,
    cancelled,
    nextWait: (jobId) => once(waits, jobId),
    entries,
    async openBrowser(personId) {
      if (personId === undefined) return new Browser(url)
      const { secret } = await startSession(database.db, { personId, address: null, agent: null })
      return new Browser(url, secret)
    },
    async [Symbol.asyncDispose]() {
      jobs.release()
      await served.close(5_000)
      await jobs.close()
      await close()
      await database.close()
    },
  }
}
