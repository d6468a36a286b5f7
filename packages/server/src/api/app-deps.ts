import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { CancelEditDeps } from '../core/edits/cancel-edit.ts'
import type { OfferedModels } from '../core/edits/create/choose-model.ts'
import type { EnqueueEdit } from '../core/edits/create/create-edit.ts'
import type { CancelDeps } from '../core/exports/cancel-export.ts'
import type { EnqueueExport } from '../core/exports/start-export.ts'
import type { KeyUseTracker } from '../core/keys/track-key-use.ts'
import type { Limits } from '../core/limits/limits.ts'
import type { Tables } from '../db/tables.ts'
import type { JobWatcher } from '../db/watch-jobs.ts'
import type { ProxyNotices } from '../http/notice-proxies.ts'
import type { RequestMetrics } from '../http/request-metrics.ts'
import type { WaitLimiter } from '../http/wait-limiter.ts'
import type { Log } from '../ops/log.ts'
import type { ObjectStore } from '../storage/object-store.ts'

/** All that the API stands on; main wires it. */
export interface AppDeps {
  db: Kysely<Tables>
  pool: pg.Pool
  store: Pick<ObjectStore, 'presignGet' | 'getBytes' | 'getRange' | 'getStream' | 'putBytes' | 'putStream'>
  enqueueExport: EnqueueExport
  cancelWork: CancelDeps['cancelWork']
  enqueueEdit: EnqueueEdit
  cancelEditWork: CancelEditDeps['cancelEditWork']
  /** The models that agent jobs may use. */
  models: OfferedModels
  jobs: JobWatcher
  waits: WaitLimiter
  keyUses: KeyUseTracker
  limits: Limits
  failedAuthenticationsPerMinute: number
  linkLifetimeSeconds: number
  publicUrl: string
  trustedProxies: readonly string[]
  /** Of answers that go out over TLS. */
  transportSecurity: string | undefined
  proxyNotices: ProxyNotices
  log: Log
  metrics: RequestMetrics
  health: Health
}

export interface Health {
  /** How long the event loop lately kept a request waiting at worst. */
  isLively(): boolean
  isReady(): Promise<boolean>
  /** The process is about to end. */
  readonly draining: boolean
}
