import type { KeyObject } from 'node:crypto'
import type { RenderPool } from '@bindery/site'
import type { Logger } from 'pino'
import type { CredentialKeys } from '../../core/credentials/credential-keys.ts'
import type { Limits } from '../../core/limits/limits.ts'
import type { ModelPrices } from '../../core/usage/model-prices.ts'
import type { SourceLimits } from '../../git/source-limits.ts'
import type { AssetPolicy } from '../../outbound/ask-for-asset.ts'
import type { Reach } from '../../outbound/reach-host.ts'
import type { SnapshotContext } from './open-snapshot.ts'
import type { PlanReader } from './plan-reader.ts'

export interface ModelAccess {
  provider: 'anthropic' | 'openai' | 'openai-compatible'
  baseUrl?: string | undefined
  apiKey?: string | undefined
}

/** What the steps of a worker work with. */
export interface WorkerContext extends SnapshotContext {
  readPlan: PlanReader
  pool: RenderPool
  log: Logger
  /** The way out, to git hosts and whatever else a project names. */
  git: Reach
  /** Which other hosts pictures, fonts and media may come from; every public one without it. */
  assets?: AssetPolicy | undefined
  limits: SourceLimits & Partial<Limits> & Pick<Limits, 'sitePages'>
  /** Opens the projects' git credentials, to fetch with and to keep them out of bundles. */
  credentialKeys?: CredentialKeys | undefined
  /** Signs the manifests of bundles. */
  signingKey?: KeyObject | undefined
  /** Model of agent jobs whose project has none of its own. */
  model?: ModelAccess | undefined
  /** By which the monthly budget of an organization is counted; nothing costs anything without them. */
  prices?: ModelPrices | undefined
}
