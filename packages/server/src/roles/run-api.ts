import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../api/create-app.ts'
import { serveApi } from '../api/serve-api.ts'
import { serveInternal } from '../api/serve-internal.ts'
import { watchHealth } from '../api/watch-health.ts'
import type { Config } from '../config/config.ts'
import { createDeltaStorage } from '../core/exports/bundles/store-delta.ts'
import { createComparison } from '../core/exports/changes/list-changes.ts'
import { createReportParser } from '../core/exports/read/read-report.ts'
import { trackKeyUse } from '../core/keys/track-key-use.ts'
import { offerSetupCode } from '../core/people/setup/offer-setup-code.ts'
import { readPreviewKey } from '../core/previews/read-preview-key.ts'
import { addDashboard } from '../dashboard/create-dashboard.ts'
import { checkConnections } from '../db/check-connections.ts'
import { checkSchema } from '../db/check-schema.ts'
import type { Database } from '../db/create-database.ts'
import { watchJobs } from '../db/watch-jobs.ts'
import { createEngineClient } from '../engine/create-engine-client.ts'
import { Downloads } from '../http/downloads.ts'
import { createProxyNotices } from '../http/notice-proxies.ts'
import { PlaceLimiter } from '../http/place-limiter.ts'
import { createRequestMetrics } from '../http/request-metrics.ts'
import { createLog, type Log } from '../ops/log.ts'
import { createRegistry } from '../ops/metrics.ts'
import { onTermination } from '../ops/on-termination.ts'
import { addPreviews } from '../previews/add-previews.ts'
import { addQueueGauge } from './add-queue-gauge.ts'
import { openDatabase, openStore } from './open-parts.ts'

// With the at most 15 s before it, under the 30 s that supervisors commonly give a process to end.
const closeDeadlineMs = 12_000

/** The HTTP process: any number of them, side by side. */
export async function runApi(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  const { listen } = config
  const { databaseConnections } = config
  // One connection listens for changes of jobs.
  const database = openDatabase(config, log, { applicationName: 'bindery-api', connections: databaseConnections - 1 })
  await checkSchema(database.pool)
  const store = openStore(config)
  const engine = await createEngineClient({ databaseUrl: config.databaseUrl, pool: database.pool, log })
  const jobs = await watchJobs(config.databaseUrl, (error) => log.warn({ err: error }, 'listening for jobs broke off'))
  await checkConnections(database.db, databaseConnections, log)
  const keyUses = trackKeyUse(database.db, {
    onError: (err) => log.warn({ err }, 'last uses of keys were not written'),
  })
  const registry = createRegistry(database.pool)
  addQueueGauge(registry, database.db)
  const health = watchHealth(database.pool)
  const parts = {
    ...database,
    limits: config.limits,
    failedAuthenticationsPerMinute: config.failedAuthenticationsPerMinute,
    linkLifetimeSeconds: config.linkLifetimeSeconds,
    publicUrl: config.publicUrl,
    previews: {
      domain: config.previews.domain,
      lifetimeSeconds: config.previews.lifetimeSeconds,
      publicUrl: config.publicUrl,
      key: await readPreviewKey(database.db, config.credentials),
    },
    git: config.git,
    credentials: config.credentials,
    domains: config.domains,
    signIn: config.signIn,
    network: config.network,
    store,
    storeDelta: createDeltaStorage(store),
    compare: createComparison(store),
    parseReport: createReportParser({ ...database, store }),
    enqueueExport: engine.enqueueExport,
    cancelWork: engine.cancelExport,
    enqueueAgentJob: engine.enqueueAgentJob,
    cancelAgentJobWork: engine.cancelAgentJob,
    models: { default: config.model?.names[0] ?? null, allowed: config.model?.names ?? [] },
    prices: config.prices,
    jobs,
    keyUses,
    trustedProxies: listen.trustedProxies,
    transportSecurity: listen.transportSecurity,
    visitLimits: config.visits,
    waits: new PlaceLimiter(config.waits, 'wait for a job'),
    downloads: new Downloads(),
    proxyNotices: createProxyNotices(log),
    log,
    metrics: createRequestMetrics(registry),
    health,
  }
  const app = createApp(parts, (c) => dashboard.showMissingPage(c))
  const dashboard = addDashboard(app, parts)
  const internal = await serveInternal({ address: listen.internalAddress, port: listen.internalPort, registry, health })
  const served = await serveApi(addPreviews(app, parts), listen)
  log.info({ port: served.port, internalPort: internal.port, publicUrl: config.publicUrl }, 'the API listens')

  onTermination(log, async () => {
    health.drain()
    await sleep(listen.drainSeconds * 1000)
    jobs.release()
    await served.close(closeDeadlineMs)
    await internal.close(0)
    await keyUses.close()
    await jobs.close()
    await engine.close()
    store.close()
    await database.close()
  })
  if (config.signIn.local) await logSetupCode(config, database, log)
}

/** On the output alone: whoever can read it runs the installation. */
async function logSetupCode({ publicUrl }: Pick<Config, 'publicUrl'>, { db }: Database, log: Log): Promise<void> {
  const setupCode = await offerSetupCode(db)
  if (setupCode === null) return
  log.warn(
    { setupCode, page: `${publicUrl.replace(/\/$/, '')}/setup` },
    'nobody can sign in yet: open the page, type the code',
  )
}
