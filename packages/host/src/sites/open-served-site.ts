import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type CurrentConfig, derive, type StaticExport } from '../config/config.ts'
import { normalizeDomain } from '../config/normalize-domain.ts'
import type { Log } from '../ops/log.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { Memory } from '../serve/create-memory.ts'
import { createTlsAnswerer } from '../serve/handle-over-tls.ts'
import type { RequestHandler } from '../serve/handle-request.ts'
import { createBodies } from '../serve/read-body.ts'
import { guardSite } from '../sign-in/guard-site.ts'
import { type BundleStore, openBundleStore } from '../source/bundle-store.ts'
import type { FollowedService } from '../source/follow-service.ts'
import { createFollower } from '../versions/follow-desired.ts'
import type { Site } from '../versions/open-site.ts'
import { createSiteVersions, type SiteVersions } from '../versions/site-versions.ts'
import { createUpdater, type DeploymentStatus, type Updater } from '../versions/update-site.ts'

/** One site with all that keeps it up to date: its data folder, its versions, and what answers its readers. */
export interface ServedSite extends AsyncDisposable {
  readonly versions: SiteVersions
  readonly status: DeploymentStatus
  /** Of its files on the disk, compressed forms and earlier versions included. */
  readonly bytes: number
  readonly answer: RequestHandler
  /** The newest wish counts. */
  follow(desired: StaticExport): void
}

export interface ServedSiteParts {
  dataFolder: string
  memory: Memory
  config: CurrentConfig
  log: Log
  metrics: Metrics
  /** Of a host with many sites: the one that this is of. */
  domain?: string
  /** In place of one domain with an API key. */
  createService?: (store: BundleStore) => FollowedService
  /** What is put around the steps of an update. */
  wrapUpdater?: (updater: Updater) => Updater
}

export async function openServedSite(parts: ServedSiteParts): Promise<ServedSite> {
  const { dataFolder, memory, config, log, metrics, domain, createService, wrapUpdater } = parts
  const encodings = join(dataFolder, 'encodings')
  const store = await openBundleStore(dataFolder)
  // Made anew when they are asked for: after a power cut nobody could say which of them are whole.
  await rm(encodings, { recursive: true, force: true })
  const bodies = createBodies(encodings, memory)
  const discardedFolders = new Set<string>()
  const discard = async (site: Site) => {
    discardedFolders.add(site.folder)
    // A site that was switched off is still the stored bundle, and is opened from the same folder when it is switched on.
    const needed = new Set([store.stored?.folder, ...versions.listFolders()])
    for (const folder of discardedFolders) {
      if (needed.has(folder) || !discardedFolders.delete(folder)) continue
      await rm(folder, { recursive: true, force: true })
    }
    await bodies.prune(new Set(versions.list().flatMap(({ files }) => [...files.values()].map(({ sha256 }) => sha256))))
  }
  const versions = createSiteVersions({
    retainEarlierMs: config().keepEarlierSeconds * 1000,
    discard: (site) => void discard(site).catch((error) => log('error', `A version cannot be removed: ${error}`)),
  })
  const updater = createUpdater({
    store,
    versions,
    log,
    onSwap: metrics.countSwap,
    onRefusal: metrics.countRefusal,
    ...(createService && { service: createService(store) }),
  })
  const follower = createFollower(wrapUpdater?.(updater) ?? updater, versions)
  const answer = derive(config, (settings) =>
    guardSite(settings, {
      log,
      domain: () => domain ?? normalizeDomain(versions.current?.facts?.domain ?? ''),
      open: createTlsAnswerer(versions, bodies, settings),
      signedIn: createTlsAnswerer(versions, bodies, { ...settings, isPrivate: true }),
    }),
  )
  return {
    versions,
    status: updater.status,
    get bytes() {
      return versions.list().reduce((sum, site) => sum + site.bytes, bodies.encodedBytes)
    },
    answer: (question) => answer()(question),
    follow: follower.follow,
    async [Symbol.asyncDispose]() {
      await follower[Symbol.asyncDispose]()
      versions[Symbol.dispose]()
    },
  }
}
