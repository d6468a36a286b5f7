import { type AgentJobs, createAgentJobs } from './agent-jobs.ts'
import { createCaller, type RetryNotice } from './call-operation.ts'
import { createDomains, type Domains } from './domains.ts'
import { createExports, type Exports } from './exports.ts'
import { createHosting, type Hosting } from './hosting.ts'
import type { Timeouts } from './http/send-request.ts'
import { createProjects, type Projects } from './projects.ts'

export interface ClientOptions {
  /** The address of the service, such as `https://bindery.example.com`. */
  url: string
  /** An admin API key, or a function that reads it for each request. */
  apiKey: string | (() => string | Promise<string>)
  /** How often a request is sent before its last error is thrown; 10 unless given, some two and a half minutes. */
  maxAttempts?: number
  onRetry?: (notice: RetryNotice) => void
  timeouts?: Partial<Timeouts>
}

export interface Client {
  exports: Exports
  agentJobs: AgentJobs
  projects: Projects
  domains: Domains
  hosting: Hosting
}

// A long poll is answered after 30 s, a delta of a large site within minutes.
const headersMs = 300_000

/** A client of one service. It keeps no connection open and needs no closing. */
export function createClient({ url, apiKey, maxAttempts = 10, onRetry, timeouts }: ClientOptions): Client {
  const caller = createCaller({
    url: readUrl(url),
    apiKey,
    maxAttempts,
    onRetry,
    timeouts: { headersMs, ...timeouts },
  })
  return {
    exports: createExports(caller),
    agentJobs: createAgentJobs(caller),
    projects: createProjects(caller),
    domains: createDomains(caller),
    hosting: createHosting(caller),
  }
}

function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new TypeError(
      `${JSON.stringify(text)} is not the address of a service. Write it as https://bindery.example.com.`,
    )
  }
  return new URL(`${url.origin}${url.pathname.replace(/\/*$/, '/')}`)
}
