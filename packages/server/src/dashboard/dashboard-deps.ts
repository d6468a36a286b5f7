import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { CancelAgentJobDeps } from '../core/agent-jobs/cancel-agent-job.ts'
import type { OfferedModels } from '../core/agent-jobs/create/choose-model.ts'
import type { EnqueueAgentJob } from '../core/agent-jobs/create/create-agent-job.ts'
import type { CredentialKeys } from '../core/credentials/credential-keys.ts'
import type { DomainSettings } from '../core/domains/domain-settings.ts'
import type { StoreDelta } from '../core/exports/bundles/store-delta.ts'
import type { CancelDeps } from '../core/exports/cancel-export.ts'
import type { CompareBundles } from '../core/exports/changes/list-changes.ts'
import type { ParseReport } from '../core/exports/read/read-report.ts'
import type { EnqueueExport } from '../core/exports/start-export.ts'
import type { Limits } from '../core/limits/limits.ts'
import type { SignInSettings } from '../core/people/sign-in/sign-in-settings.ts'
import type { PreviewSettings } from '../core/previews/preview-settings.ts'
import type { ModelPrices } from '../core/usage/model-prices.ts'
import type { Tables } from '../db/tables.ts'
import type { JobWatcher } from '../db/watch-jobs.ts'
import type { Downloads } from '../http/downloads.ts'
import type { PipelineDeps } from '../http/pipeline.ts'
import type { PlaceLimiter } from '../http/place-limiter.ts'
import type { GitPolicy } from '../outbound/check-repository-url.ts'
import type { NetworkSettings } from '../outbound/reach-of.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { VisitLimits } from './visit-limiter.ts'

/** All that the dashboard stands on; main wires it. The same parts as the API's, and the same functions of core. */
export interface DashboardDeps extends PipelineDeps {
  db: Kysely<Tables>
  /** For the one statement that every request makes. */
  pool: pg.Pool
  store: Pick<
    ObjectStore,
    'presignGet' | 'head' | 'getBytes' | 'getRange' | 'getStream' | 'putBytes' | 'putStream' | 'checkBucket'
  >
  storeDelta: StoreDelta
  compare: CompareBundles
  parseReport: ParseReport
  enqueueExport: EnqueueExport
  cancelWork: CancelDeps['cancelWork']
  enqueueAgentJob: EnqueueAgentJob
  cancelAgentJobWork: CancelAgentJobDeps['cancelAgentJobWork']
  models: OfferedModels
  prices: ModelPrices
  jobs: JobWatcher
  limits: Limits
  visitLimits: VisitLimits
  waits: PlaceLimiter
  downloads: Downloads
  linkLifetimeSeconds: number
  previews: PreviewSettings
  git: GitPolicy
  credentials: CredentialKeys | undefined
  domains: DomainSettings
  signIn: SignInSettings
  /** How the identity provider is reached. */
  network: NetworkSettings
}
