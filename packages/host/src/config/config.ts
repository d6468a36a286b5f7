import type { Expectations, ReaderLimits } from '@bindery/bundle'
import type { SignIn } from './read-sign-in.ts'

/** What is to be served. `enabled`, `bundleUrl` and `version` are those of the deployment's own configuration. */
export interface StaticExport {
  enabled: boolean
  /** https, http where it is allowed, file://, or the path of an archive or of a folder; empty where a service is followed. */
  bundleUrl: string
  /** In place of an address: the newest export that a service has of a domain. */
  follow: Followed | undefined
  /** From version, sha256, publicKeys and domain; the domain of a followed service is that of `follow`. */
  expected: Expectations
  allowHttp: boolean
  /** How often the address or the service is asked whether it has something new; never, if undefined. */
  refreshSeconds: number | undefined
  /** How long a server may be silent before it is taken for gone. */
  timeoutSeconds: number
  limits: Partial<ReaderLimits>
}

/** A service, and what of it is served. */
export interface Followed {
  /** Of its API; ends with a slash. */
  url: string
  /** In lower case, as the service and its bundles have it. */
  domain: string
  /** One that may read is enough. */
  apiKey: ApiKey
  /** How long an answer may take: a delta of a large site is made when it is first asked for. */
  timeoutSeconds: number
}

/** A file is read for every question, so that a key can be replaced without a restart. */
export type ApiKey = { file: string } | { text: string }

export interface Address {
  host: string
  port: number
}

export interface HostConfig {
  staticExport: StaticExport
  /** Every domain of the followed service is served, each by its name; `follow.domain` is empty then. */
  allDomains: boolean
  /** Undefined where everybody may read. */
  signIn: SignIn | undefined
  /** Of all sites on the disk: what was not asked for the longest goes first. */
  sitesBytes: number
  listen: Address
  /** Health and metrics, for those who run the host and not for readers. */
  internalListen: Address
  /** Empty, or begins with a slash and ends without one. */
  basePath: string
  dataFolder: string
  headers: OwnHeaders
  /** What `Strict-Transport-Security` says to readers who come over TLS. */
  transportSecurity: string | undefined
  memoryBytes: number
  keepEarlierSeconds: number
  /** After SIGTERM requests are still taken for so long, until load balancers have looked away. */
  drainSeconds: number
}

/** The configuration of this moment. Whatever outlives a reload gets this, and never a `HostConfig`. */
export type CurrentConfig = () => HostConfig

/** Derives a value from the current configuration, once for each configuration. */
export function derive<T>(current: CurrentConfig, make: (config: HostConfig) => T): () => T {
  let made: { config: HostConfig; value: T } | undefined
  return () => {
    const config = current()
    if (made?.config !== config) made = { config, value: make(config) }
    return made.value
  }
}

/** What an operator adds to our headers, or puts in their place; an empty value takes one away. */
export type OwnHeaders = Readonly<Record<string, string>>
