import { readFile, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from '@bindery/bundle'
import type { HostConfig } from './config/config.ts'
import { readConfig } from './config/read-config.ts'
import { watchConfig } from './config/watch-config.ts'
import { HostError } from './ops/host-error.ts'
import type { Log } from './ops/log.ts'
import { createMetrics } from './ops/metrics.ts'
import { createInternalServer } from './serve/handle-internal.ts'
import { createTlsAnswerer } from './serve/handle-over-tls.ts'
import { listen } from './serve/listen.ts'
import { createBodies } from './serve/read-body.ts'
import { createSiteServer } from './serve/serve.ts'
import { openBundleStore } from './source/bundle-store.ts'
import { createFollower } from './versions/follow-desired.ts'
import type { Site } from './versions/open-site.ts'
import { createSiteVersions } from './versions/site-versions.ts'
import { createUpdater } from './versions/update-site.ts'

export interface HostOptions {
  /** Watched; without one the environment says all. */
  configFile?: string
  env: Readonly<Record<string, string | undefined>>
  log: Log
  /** How often the file is looked at. */
  watchMs?: number
}

export interface Host {
  url: string
  internalUrl: string
  /** Takes requests until load balancers have looked away, answers those under way, and ends. */
  stop(): Promise<void>
}

export async function startHost({ configFile, env, log, watchMs }: HostOptions): Promise<Host> {
  const folder = configFile === undefined ? process.cwd() : dirname(resolve(configFile))
  const text = configFile === undefined ? undefined : await readConfigFile(configFile)
  const config = await readConfig({ text, env, folder })
  const host = await openHost(config, log)
  const reread = async (next: string) => {
    try {
      host.configure(await readConfig({ text: next, env, folder }))
    } catch (error) {
      log('error', `The new configuration is not used, the old one is: ${reasonOf(error)}`)
    }
  }
  const watching = configFile === undefined ? undefined : watchConfig(configFile, text ?? '', reread, watchMs)
  return {
    url: host.url,
    internalUrl: host.internalUrl,
    async stop() {
      watching?.[Symbol.dispose]()
      await host.stop()
    },
  }
}

async function openHost(first: HostConfig, log: Log) {
  const encodings = join(first.dataFolder, 'encodings')
  const store = await openBundleStore(first.dataFolder)
  // Made anew when they are asked for: after a power cut nobody could say which of them are whole.
  await rm(encodings, { recursive: true, force: true })
  const metrics = createMetrics()
  const bodies = createBodies(encodings, first.memoryBytes)
  const discard = async ({ folder }: Site) => {
    // What was switched off is still the last good bundle.
    if (folder !== store.stored?.folder) await rm(folder, { recursive: true, force: true })
    await bodies.prune(new Set(versions.list().flatMap(({ files }) => [...files.values()].map(({ sha256 }) => sha256))))
  }
  const versions = createSiteVersions({
    retainEarlierMs: first.keepEarlierSeconds * 1000,
    discard: (site) => void discard(site).catch((error) => log('error', `${site.folder} cannot be removed: ${error}`)),
  })
  const updater = createUpdater({ store, versions, log, onSwap: metrics.countSwap, onRefusal: metrics.countRefusal })
  const follower = createFollower(updater, versions)
  let config = first
  let answerer = createTlsAnswerer(versions, bodies, first)
  let draining = false
  const site = createSiteServer({
    answerer: () => answerer,
    count: metrics.countRequest,
    fail: (error, url) => log('error', `A request failed: ${reasonOf(error)}`, { url }),
  })
  const internal = createInternalServer({ versions, status: updater.status, metrics, isDraining: () => draining })
  const url = await listen(site, first.listen)
  const internalUrl = await listen(internal, first.internalListen)
  log('info', `Listening at ${url}, health and metrics at ${internalUrl}.`)
  follower.follow(first.staticExport)
  return {
    url,
    internalUrl,
    configure(next: HostConfig) {
      for (const name of needStart.filter(
        (one) => String(Object.values(config[one])) !== String(Object.values(next[one])),
      )) {
        log('warn', `${name} has changed. It takes effect when the host is started again.`)
      }
      config = next
      answerer = createTlsAnswerer(versions, bodies, next)
      log('info', 'The configuration has changed.')
      follower.follow(next.staticExport)
    },
    async stop() {
      draining = true
      await wait(config.drainSeconds * 1000)
      await Promise.all([close(site), follower[Symbol.asyncDispose]()])
      versions[Symbol.dispose]()
      await close(internal)
    },
  }
}

const needStart = ['listen', 'internalListen'] as const

// Kubernetes kills after 30 seconds.
const longestAnswerMs = 20_000

async function close(server: Server): Promise<void> {
  const { promise, resolve: done } = Promise.withResolvers<void>()
  server.close(() => done())
  const timer = setTimeout(() => server.closeAllConnections(), longestAnswerMs)
  await promise
  clearTimeout(timer)
}

function readConfigFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause) => {
    throw new HostError(
      'configuration_invalid',
      `${path} cannot be read (${cause.code}). Name the file with --config.`,
      { cause },
    )
  })
}
