import type { Kysely } from 'kysely'
import type { CredentialKeys } from '../core/credentials/credential-keys.ts'
import type { DomainSettings } from '../core/domains/domain-settings.ts'
import type { Limits } from '../core/limits/limits.ts'
import type { ModelPrices } from '../core/usage/model-prices.ts'
import type { Tables } from '../db/tables.ts'
import type { GitPolicy } from '../outbound/check-repository-url.ts'
import type { Reach } from '../outbound/reach-host.ts'

export interface AdminDeps {
  db: Kysely<Tables>
  limits: Limits
  /** Names of the models that agent jobs may use. */
  models: readonly string[]
  prices: ModelPrices
  gitPolicy: GitPolicy
  credentialKeys: CredentialKeys | undefined
  domains: DomainSettings
  /** How the proof of a domain is fetched. */
  reach: Reach
  /** All of standard input: secrets never stand in an argument, where every user of the machine could read them. */
  readInput(): Promise<string>
}

/** Runs one command with what it needs, prints what it returns and closes everything again. */
export type Act = <Args extends unknown[]>(
  work: (deps: AdminDeps, ...args: Args) => Promise<CommandResult>,
) => (...args: Args) => Promise<void>

export type CommandResult = object | readonly object[]
