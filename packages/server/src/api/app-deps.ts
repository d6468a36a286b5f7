import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { CancelAgentJobDeps } from '../core/agent-jobs/cancel-agent-job.ts'
import type { OfferedModels } from '../core/agent-jobs/create/choose-model.ts'
import type { EnqueueAgentJob } from '../core/agent-jobs/create/create-agent-job.ts'
import type { StoreDelta } from '../core/exports/bundles/store-delta.ts'
import type { CancelDeps } from '../core/exports/cancel-export.ts'
import type { CompareBundles } from '../core/exports/changes/list-changes.ts'
import type { EnqueueExport } from '../core/exports/start-export.ts'
import type { KeyUseTracker } from '../core/keys/track-key-use.ts'
import type { Limits } from '../core/limits/limits.ts'
import type { PreviewSettings } from '../core/previews/preview-settings.ts'
import type { ModelPrices } from '../core/usage/model-prices.ts'
import type { Tables } from '../db/tables.ts'
import type { JobWatcher } from '../db/watch-jobs.ts'
import type { Downloads } from '../http/downloads.ts'
import type { PipelineDeps } from '../http/pipeline.ts'
import type { PlaceLimiter } from '../http/place-limiter.ts'
import type { ObjectStore } from '../storage/object-store.ts'

/** All that the API stands on; main wires it. */
export interface AppDeps extends PipelineDeps {
  db: Kysely<Tables>
  pool: pg.Pool
  store: Pick<ObjectStore, 'presignGet' | 'head' | 'getBytes' | 'getRange' | 'getStream' | 'putBytes' | 'putStream'>
  storeDelta: StoreDelta
  compare: CompareBundles
  enqueueExport: EnqueueExport
  cancelWork: CancelDeps['cancelWork']
  enqueueAgentJob: EnqueueAgentJob
  cancelAgentJobWork: CancelAgentJobDeps['cancelAgentJobWork']
  /** The models that agent jobs may use. */
  models: OfferedModels
  prices: ModelPrices
  jobs: JobWatcher
  waits: PlaceLimiter
  downloads: Downloads
  keyUses: KeyUseTracker
  limits: Limits
  failedAuthenticationsPerMinute: number
  linkLifetimeSeconds: number
  previews: PreviewSettings
  health: Health
}

export interface Health {
  /** How long the event loop lately kept a request waiting at worst. */
  isLively(): boolean
  isReady(): Promise<boolean>
  /** The process is about to end. */
  readonly draining: boolean
}
