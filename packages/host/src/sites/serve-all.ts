import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { defaultLimits } from '@bindery/bundle'
import { type CurrentConfig, derive, type Followed, type HostConfig, type StaticExport } from '../config/config.ts'
import { normalizeDomain } from '../config/normalize-domain.ts'
import { readersOf } from '../config/read-sign-in.ts'
import { invalidSetting } from '../ops/host-error.ts'
import type { Log } from '../ops/log.ts'
import type { Metrics } from '../ops/metrics.ts'
import { createMemory } from '../serve/create-memory.ts'
import { measureStored } from '../source/bundle-store.ts'
import { followDomains, type HostedDomains } from '../source/hosted-domains.ts'
import { createHostedService } from '../source/hosted-service.ts'
import type { Updater } from '../versions/update-site.ts'
import { createTurns } from './create-turns.ts'
import type { Deployment } from './deployment.ts'
import { createNameHandler } from './handle-by-name.ts'
import { openServedSite, type ServedSite } from './open-served-site.ts'
import { createSiteCache } from './site-cache.ts'

// Two cores fetch and verify four small sites at once as fast as more.
const placesToTake = 4
const longestTurnMs = 10_000
// Long enough for a site of some hundred megabytes, shorter than the minute after which proxies give up.
const patienceMs = 20_000
const staleAfterMs = 3_000
const maxNamed = 5

/** Every domain of a service by its name. A site is taken when it is first asked for, and kept while there is room. */
export async function serveAllSites(config: CurrentConfig, log: Log, metrics: Metrics): Promise<Deployment> {
  const first = config()
  const follow = expectFollow(first.staticExport)
  const folder = join(first.dataFolder, 'domains')
  const memory = createMemory(first.memoryBytes)
  const turns = createTurns(placesToTake, longestTurnMs)
  const stored = await listStored(folder)
  const domains = followDomains({
    follow,
    stored: stored.map(({ domain }) => domain),
    log,
    onListed(withdrawn) {
      for (const domain of withdrawn) {
        const reason = domains.has(domain) ? 'has no current export of it' : 'does not list it'
        log('info', `${domain} is no longer served: ${follow.url} ${reason}.`, { domain })
        cache.remove(domain).catch((error) => log('error', `${domain} cannot be removed: ${error}`, { domain }))
      }
      reportNames()
    },
  })
  const reportNames = createNameReport(config, domains, log)
  const openSite = async (domain: string, dataFolder: string, signal: AbortSignal): Promise<ServedSite> => {
    const desired = derive(config, (current) => desiredOf(current, { ...follow, domain }))
    const { promise: taken, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve())
    const site = await openServedSite({
      domain,
      dataFolder,
      memory,
      config,
      log: (level, message, fields) => log(level, `${domain}: ${message}`, { domain, ...fields }),
      metrics,
      createService: (store) => createHostedService(store, domains),
      wrapUpdater: (updater) =>
        inTurn(updater, desired, turns.run, () => {
          resolve()
          cache.trim().catch((error) => log('error', `Sites cannot be removed: ${error}`))
        }),
    })
    site.follow(desired())
    await Promise.race([taken, wait(staleAfterMs, undefined, { ref: false })])
    // While the new one does not come, the last good one is better than none.
    if (!site.versions.current && !signal.aborted) await taken
    return site
  }
  const cache = createSiteCache({
    folderOf: (domain) => join(folder, domain),
    openSite,
    mostBytes: first.sitesBytes,
    stored,
  })
  const countProblems = () => cache.listOpen().filter(({ status }) => status.problem !== undefined).length
  return {
    answer: createNameHandler({ domains, cache, config, patienceMs }),
    describe: () => ({
      ready: domains.isListed || domains.size > 0,
      domains: domains.size,
      ...cache.measure(),
      problems: countProblems(),
      problem: domains.problem,
    }),
    gauges: () => ({ sites: { known: domains.size, problems: countProblems(), ...cache.measure() } }),
    knows: (name) => domains.has(normalizeDomain(name)) || (domains.isListed ? false : undefined),
    configure: reportNames,
    async [Symbol.asyncDispose]() {
      await domains[Symbol.asyncDispose]()
      await cache[Symbol.asyncDispose]()
    },
  }
}

/** What is wished of one domain. No site may need more than half of the room that all have together. */
function desiredOf({ staticExport, sitesBytes }: HostConfig, follow: Followed): StaticExport {
  const { limits, expected } = staticExport
  const maxBytes = Math.min(limits.maxBytes ?? defaultLimits.maxBytes, sitesBytes / 2)
  return {
    ...staticExport,
    follow,
    expected: { ...expected, domain: follow.domain },
    limits: { ...limits, maxBytes },
  }
}

function expectFollow({ follow }: StaticExport): Followed {
  if (follow) return follow
  throw invalidSetting('staticExport.enabled', 'is not true, but every domain is to be served. Write true')
}

/**
 * Logs which names of `signIn.domains` the service does not list, and which domains nobody can read because it does not
 * name them. Each is logged once, until it changes.
 */
function createNameReport(config: CurrentConfig, domains: HostedDomains, log: Log): () => void {
  const create = (describe: (names: string) => string) => {
    let reported: ReadonlySet<string> = new Set()
    return (names: readonly string[]) => {
      const fresh = names.filter((name) => !reported.has(name))
      reported = new Set(names)
      const more = fresh.length > maxNamed ? ` and ${fresh.length - maxNamed} more` : ''
      if (fresh.length > 0) log('warn', describe(`${fresh.slice(0, maxNamed).join(', ')}${more}`))
    }
  }
  const reportUnknown = create(
    (names) => `signIn.domains names ${names}, which the service does not list. Check the spelling.`,
  )
  const reportRefused = create(
    (names) =>
      `signIn.domains does not name ${names}: readers get 403. Name each protected domain, and set signIn.public to true if all others are public.`,
  )
  return () => {
    if (!domains.isListed) return
    const { signIn } = config()
    reportUnknown([...(signIn?.domains?.keys() ?? [])].filter((name) => !domains.has(name)))
    reportRefused(domains.list().filter((name) => readersOf(signIn, name) === 'no one'))
  }
}

/** Sites take turns, so that a hundred that are asked for at once do not starve the readers of the others. */
function inTurn(
  updater: Updater,
  desired: () => StaticExport,
  run: <T>(work: () => Promise<T>) => Promise<T>,
  taken: () => void,
): Updater {
  return {
    ...updater,
    startFromStored: () => run(() => updater.startFromStored(desired())),
    async update(_, signal) {
      try {
        return await run(() => updater.update(desired(), signal))
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
