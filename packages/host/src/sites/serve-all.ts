import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { defaultLimits } from '@bindery/bundle'
import type { Followed, HostConfig, StaticExport } from '../config/config.ts'
import { invalidSetting } from '../ops/host-error.ts'
import type { Log } from '../ops/log.ts'
import type { Metrics } from '../ops/metrics.ts'
import { createMemory } from '../serve/create-memory.ts'
import { measureStored } from '../source/bundle-store.ts'
import { followDomains } from '../source/hosted-domains.ts'
import { createHostedService } from '../source/hosted-service.ts'
import type { Updater } from '../versions/update-site.ts'
import { createTurns } from './create-turns.ts'
import type { Deployment } from './deployment.ts'
import { createNameHandler, readName } from './handle-by-name.ts'
import { openServedSite, type ServedSite } from './open-served-site.ts'
import { createSiteCache } from './site-cache.ts'

// Two cores fetch and verify four small sites at once as fast as more.
const placesToTake = 4
const longestTurnMs = 10_000
// Long enough for a site of some hundred megabytes, shorter than the minute after which proxies give up.
const patienceMs = 20_000
const staleAfterMs = 3_000

/** Every domain of a service by its name. A site is taken when it is first asked for, and kept while there is room. */
export async function serveAllSites(first: HostConfig, log: Log, metrics: Metrics): Promise<Deployment> {
  let config = first
  const folder = join(first.dataFolder, 'domains')
  const memory = createMemory(first.memoryBytes)
  const turns = createTurns(placesToTake, longestTurnMs)
  const stored = await listStored(folder)
  const domains = followDomains({
    follow: expectFollow(first.staticExport),
    stored: stored.map(({ domain }) => domain),
    log,
    onRemoved(removed) {
      for (const domain of removed) {
        log('info', `${domain} is not served any more: the service does not have it.`, { domain })
        cache.remove(domain).catch((error) => log('error', `${domain} cannot be removed: ${error}`, { domain }))
      }
    },
  })
  const openSite = async (domain: string, dataFolder: string): Promise<ServedSite> => {
    const { promise: taken, resolve } = Promise.withResolvers<void>()
    const site = await openServedSite({
      domain,
      dataFolder,
      memory,
      config,
      log: (level, message, fields) => log(level, `${domain}: ${message}`, { domain, ...fields }),
      metrics,
      createService: (store) => createHostedService(store, domains),
      wrapUpdater: (updater) =>
        inTurn(updater, turns.run, () => {
          resolve()
          cache.trim().catch((error) => log('error', `Sites cannot be removed: ${error}`))
        }),
    })
    site.follow(desiredOf(config, domain))
    await Promise.race([taken, wait(staleAfterMs, undefined, { ref: false })])
    // While the new one does not come, the last good one is better than none.
    if (!site.versions.current) await taken
    return site
  }
  const cache = createSiteCache({
    folderOf: (domain) => join(folder, domain),
    openSite,
    mostBytes: first.sitesBytes,
    stored,
  })
  const createAnswer = () => createNameHandler({ domains, cache, headers: config.headers, patienceMs })
  let answer = createAnswer()
  const countProblems = () => cache.listOpen().filter(({ status }) => status.problem !== undefined).length
  return {
    get answer() {
      return answer
    },
    describe: () => ({
      ready: domains.isListed || domains.size > 0,
      domains: domains.size,
      ...cache.measure(),
      problems: countProblems(),
      problem: domains.problem,
    }),
    gauges: () => ({ sites: { known: domains.size, problems: countProblems(), ...cache.measure() } }),
    knows: (name) => domains.has(readName(name)) || (domains.isListed ? false : undefined),
    configure(next) {
      config = next
      answer = createAnswer()
      for (const site of cache.listOpen()) site.configure(next)
    },
    async [Symbol.asyncDispose]() {
      await domains[Symbol.asyncDispose]()
      await cache[Symbol.asyncDispose]()
    },
  }
}

/** What is wished of one domain. No site may need more than half of the room that all have together. */
function desiredOf({ staticExport, sitesBytes }: HostConfig, domain: string): StaticExport {
  const { limits, expected } = staticExport
  const maxBytes = Math.min(limits.maxBytes ?? defaultLimits.maxBytes, sitesBytes / 2)
  return {
    ...staticExport,
    follow: { ...expectFollow(staticExport), domain },
    expected: { ...expected, domain },
    limits: { ...limits, maxBytes },
  }
}

function expectFollow({ follow }: StaticExport): Followed {
  if (follow) return follow
  throw invalidSetting('staticExport.enabled', 'is not true, but every domain is to be served. Write true')
}

/** Sites take turns, so that a hundred that are asked for at once do not starve the readers of the others. */
function inTurn(updater: Updater, run: <T>(work: () => Promise<T>) => Promise<T>, taken: () => void): Updater {
  return {
    ...updater,
    startFromStored: (desired) => run(() => updater.startFromStored(desired)),
    async update(desired, signal) {
      try {
        return await run(() => updater.update(desired, signal))
      } finally {
        taken()
      }
    },
  }
}

/** What was taken longest ago first. */
async function listStored(folder: string): Promise<{ domain: string; bytes: number }[]> {
  const found: { domain: string; bytes: number; takenAt: number }[] = []
  for (const domain of await readdir(folder).catch(() => [])) {
    const bytes = await measureStored(join(folder, domain))
    const { mtimeMs } = await stat(join(folder, domain, 'current.json')).catch(() => ({ mtimeMs: 0 }))
    if (bytes !== undefined) found.push({ domain, bytes, takenAt: mtimeMs })
  }
  return found.sort((a, b) => a.takenAt - b.takenAt)
}
