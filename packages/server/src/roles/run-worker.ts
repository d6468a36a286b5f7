import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveInternal } from '../api/serve-internal.ts'
import { watchHealth } from '../api/watch-health.ts'
import type { Config } from '../config/config.ts'
import { readSigningKey } from '../core/signing/read-signing-key.ts'
import { checkConnections } from '../db/check-connections.ts'
import { checkSchema } from '../db/check-schema.ts'
import { divideConnections } from '../engine/divide-connections.ts'
import { defaultSourceLimits } from '../git/source-limits.ts'
import { createLog } from '../ops/log.ts'
import { createRegistry } from '../ops/metrics.ts'
import { onTermination } from '../ops/on-termination.ts'
import { reachOf } from '../outbound/reach-of.ts'
import { chooseCacheBytes } from '../workflows/cache/choose-cache-bytes.ts'
import { startWorker } from '../workflows/start-worker.ts'
import { divideMemory } from './divide-memory.ts'
import { openDatabase, openStore } from './open-parts.ts'

/** The process that does the work: any number of them, on any number of machines. */
export async function runWorker(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  const { listen, limits, network } = config
  const connections = divideConnections(config.databaseConnections)
  const database = openDatabase(config, log, { applicationName: 'bindery-worker', connections: connections.database })
  await checkSchema(database.pool)
  const store = openStore(config)
  await store.checkBucket()
  const cacheFolder = config.worker.cacheFolder ?? join(tmpdir(), 'bindery-cache')
  const { bytes: cacheBytes, warning } = await chooseCacheBytes(cacheFolder, config.worker.cacheBytes)
  if (warning) log.warn({ cacheFolder }, warning)
  const memory = divideMemory(config.worker)
  log.info({ memory, cacheFolder, cacheBytes }, 'the worker divides its memory and disk')
  const worker = await startWorker({
    databaseUrl: config.databaseUrl,
    connections,
    db: database.db,
    store,
    log,
    git: reachOf(config.git, network),
    assets: config.assets,
    limits: {
      ...defaultSourceLimits,
      ...limits,
      gitMemoryBytes: memory.gitBytes,
      fetchMs: config.worker.fetchSeconds * 1000,
    },
    credentialKeys: config.credentials,
    signingKey: config.signingKeyFile ? readSigningKey(config.signingKeyFile) : undefined,
    model: config.model,
    prices: config.prices,
    cacheFolder,
    cacheBytes,
    cores: memory.cores,
    fetches: memory.fetches,
    render: memory.render,
    taskMemory: memory.task,
    processesMb: memory.processesMb,
    pageMs: config.worker.pageSeconds * 1000,
    taskMs: config.worker.taskSeconds * 1000,
    concurrency: pickGiven({ exports: config.worker.exports, chunks: config.worker.chunks }),
  })
  await checkConnections(database.db, connections.process, log)
  const registry = createRegistry(database.pool)
  const health = watchHealth(database.pool)
  const internal = await serveInternal({ address: listen.internalAddress, port: listen.internalPort, registry, health })
  log.info({ internalPort: internal.port }, 'the worker runs')

  onTermination(log, async () => {
    health.drain()
    await worker.stop()
    await internal.close(0)
    store.close()
    await database.close()
  })
}

function pickGiven(given: { exports: number | undefined; chunks: number | undefined }) {
  return {
    ...(given.exports !== undefined && { exports: given.exports }),
    ...(given.chunks !== undefined && { chunks: given.chunks }),
  }
}
