import { EventEmitter, once } from 'node:events'
import type { DestinationStream } from 'pino'
import { Registry } from 'prom-client'
import type { AppDeps } from '../../src/api/app-deps.ts'
import { createApp } from '../../src/api/create-app.ts'
import { serveApi } from '../../src/api/serve-api.ts'
import { watchHealth } from '../../src/api/watch-health.ts'
import type { OfferedModels } from '../../src/core/agent-jobs/create/choose-model.ts'
import { createDeltaStorage } from '../../src/core/exports/bundles/store-delta.ts'
import { createComparison } from '../../src/core/exports/changes/list-changes.ts'
import { trackKeyUse } from '../../src/core/keys/track-key-use.ts'
import { defaultLimits, type Limits } from '../../src/core/limits/limits.ts'
import { readPreviewKey } from '../../src/core/previews/read-preview-key.ts'
import { watchJobs } from '../../src/db/watch-jobs.ts'
import { Downloads } from '../../src/http/downloads.ts'
import { createProxyNotices } from '../../src/http/notice-proxies.ts'
import { PlaceLimiter, type PlaceLimits } from '../../src/http/place-limiter.ts'
import { createRequestMetrics } from '../../src/http/request-metrics.ts'
import { createLog } from '../../src/ops/log.ts'
import { addPreviews } from '../../src/previews/add-previews.ts'
import type { S3Config } from '../../src/storage/create-s3-client.ts'
import { createS3Store } from '../../src/storage/create-s3-store.ts'
import type { ObjectStore } from '../../src/storage/object-store.ts'
import { announceWaits } from '../db/announce-waits.ts'
import { createTestDatabase, type TestDatabase } from '../db/create-test-database.ts'
import { makeTenant, type Tenant } from './make-tenant.ts'

interface Options {
  database?: TestDatabase
  /** A real one, for operations that read from it. */
  store?: ObjectStore
  limits?: Partial<Limits>
  waits?: Partial<PlaceLimits>
  downloads?: Downloads
  failedAuthenticationsPerMinute?: number
  trustedProxies?: string[]
  publicUrl?: string
  previewDomain?: string
  transportSecurity?: string | undefined
  models?: OfferedModels
  showMissingPage?: Parameters<typeof createApp>[1]
}

/** Enough to sign links with. */
const nowhere: S3Config = {
  endpoint: 'http://s3.example.com',
  region: 'r',
  bucket: 'b',
  accessKeyId: 'a',
  secretAccessKey: 's',
}

interface Sent {
  key?: string | undefined
  method?: string
  headers?: Record<string, string>
  /** An object is sent as JSON, text as it is. */
  body?: object | string
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: each test parses what it looks at with the contract
  body: any
}

export interface TestApi extends AsyncDisposable {
  url: string
  database: TestDatabase
  /** The ids of the exports, and of the turns of agent jobs, that were handed to the engine. */
  enqueued: string[]
  /** The ids of those that the engine was told to let go. */
  cancelled: string[]
  logged: string[]
  tenant: Tenant
  drain(): void
  /** Resolves when a poll has begun to wait for this job. */
  nextWait(jobId: string): Promise<unknown>
  waits: PlaceLimiter
  downloads: Downloads
  send(path: string, sent?: Sent): Promise<Answer>
}

/** The API as it is served, over HTTP on a free port, with an enterprise tenant; only the engine is a list. */
export async function startTestApi(options: Options = {}): Promise<TestApi> {
  const database = options.database ?? (await createTestDatabase())
  const enqueued: string[] = []
  const cancelled: string[] = []
  const logged: string[] = []
  const output: DestinationStream = { write: (line) => void logged.push(line) }
  const log = createLog('info', output)
  const jobs = await watchJobs(database.url, (err) => log.warn({ err }, 'listening broke off'))
  const announced = new EventEmitter()
  const keyUses = trackKeyUse(database.db, { onError: (err) => log.warn({ err }, 'uses were not written') })
  const health = watchHealth(database.pool)
  const limits = { ...defaultLimits, keyCreationsPerHour: 1_000, ...options.limits }
  const waits = new PlaceLimiter(
    { perCaller: 500, perAddress: 1_000, inAll: 10_000, ...options.waits },
    'wait for a job',
  )
  const downloads = options.downloads ?? new Downloads()
  const publicUrl = options.publicUrl ?? 'http://127.0.0.1'
  const previews = {
    key: await readPreviewKey(database.db, undefined),
    domain: options.previewDomain,
    lifetimeSeconds: 3600,
    publicUrl,
  }
  const store = options.store ?? createS3Store(nowhere)
  const deps: AppDeps = {
    ...database,
    previews,
    store,
    storeDelta: createDeltaStorage(store),
    compare: createComparison(store),
    enqueueExport: async (_trx, { exportId }) => void enqueued.push(exportId),
    cancelWork: async (exportId) => void cancelled.push(exportId),
    enqueueAgentJob: async (_trx, { agentJobId, turn }) => void enqueued.push(`${agentJobId}:t${turn}`),
    cancelAgentJobWork: async (agentJobId, turn) => void cancelled.push(`${agentJobId}:t${turn}`),
    models: options.models ?? { default: 'm', allowed: ['m', 'n'] },
    prices: { currency: 'USD', models: { m: { input: 3, output: 15 } } },
    jobs: announceWaits(jobs, announced),
    waits,
    downloads,
    keyUses,
    limits,
    failedAuthenticationsPerMinute: options.failedAuthenticationsPerMinute ?? 1_000,
    linkLifetimeSeconds: 3600,
    publicUrl,
    trustedProxies: options.trustedProxies ?? [],
    transportSecurity: 'transportSecurity' in options ? options.transportSecurity : 'max-age=31536000',
    proxyNotices: createProxyNotices(log),
    log,
    metrics: createRequestMetrics(new Registry()),
    health,
  }
  const served = await serveApi(addPreviews(createApp(deps, options.showMissingPage), deps), {
    address: '127.0.0.1',
    port: 0,
  })
  const url = `http://127.0.0.1:${served.port}`
  return {
    url,
    database,
    enqueued,
    cancelled,
    logged,
    tenant: await makeTenant(database.db, limits),
    drain: health.drain,
    nextWait: (jobId) => once(announced, jobId),
    waits,
    downloads,
    send: (path, sent) => send(url + path, sent),
    async [Symbol.asyncDispose]() {
      jobs.release()
      await served.close(5_000)
      await keyUses.close()
      await jobs.close()
      health[Symbol.dispose]()
      if (!options.database) await database.close()
    },
  }
}

async function send(url: string, { key, method, headers, body }: Sent = {}): Promise<Answer> {
  const answer = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(typeof body === 'object' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'object' ? JSON.stringify(body) : body }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  }
}
