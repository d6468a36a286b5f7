import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { dirname, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from '@bindery/bundle'
import type { HostConfig } from './config/config.ts'
import { readConfig } from './config/read-config.ts'
import { watchConfig } from './config/watch-config.ts'
import { HostError } from './ops/host-error.ts'
import type { Log } from './ops/log.ts'
import { createMetrics } from './ops/metrics.ts'
import { createInternalServer } from './serve/handle-internal.ts'
import { listen } from './serve/listen.ts'
import { createSiteServer } from './serve/serve.ts'
import { serveAllSites } from './sites/serve-all.ts'
import { serveOneSite } from './sites/serve-one.ts'

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
  const metrics = createMetrics()
  let config = first
  const deployment = await (first.allDomains ? serveAllSites : serveOneSite)(() => config, log, metrics)
  let draining = false
  const site = createSiteServer({
    answer: deployment.answer,
    count: metrics.countRequest,
    fail: (error, url) => log('error', `A request failed: ${reasonOf(error)}`, { url }),
  })
  const internal = createInternalServer({ ...deployment, metrics, isDraining: () => draining })
  const url = await listen(site, first.listen)
  const internalUrl = await listen(internal, first.internalListen)
  log('info', `Listening at ${url}, health and metrics at ${internalUrl}.`)
  deployment.configure()
  return {
    url,
    internalUrl,
    configure(next: HostConfig) {
      for (const name of listStartOnly(config, next)) {
        log('warn', `${name} has changed. It takes effect when the host is started again.`)
      }
      config = next
      deployment.configure()
      log('info', 'The configuration has changed.')
    },
    async stop() {
      draining = true
      await wait(config.drainSeconds * 1000)
      await Promise.all([close(site), deployment[Symbol.asyncDispose]()])
      await close(internal)
    },
  }
}

function listStartOnly(now: HostConfig, next: HostConfig): string[] {
  const addresses = (['listen', 'internalListen'] as const).filter(
    (one) => String(Object.values(now[one])) !== String(Object.values(next[one])),
  )
  const serviceOf = ({ staticExport: { follow } }: HostConfig) => JSON.stringify([follow?.url, follow?.apiKey])
  return [
    ...addresses,
    ...(now.allDomains === next.allDomains ? [] : ['staticExport.follow.allDomains']),
    ...(now.allDomains && serviceOf(now) !== serviceOf(next) ? ['staticExport.follow'] : []),
    ...(now.sitesBytes === next.sitesBytes ? [] : ['sitesMegabytes']),
  ]
}

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
