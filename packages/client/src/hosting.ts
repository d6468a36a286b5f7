import type { CreateBundle, ExportBundle } from './api.ts'
import type { Caller, CallOptions } from './call-operation.ts'

/** What a host serves: domains with their current exports. */
export interface HostedPage {
  domains: { domain: string; jobId: string | null }[]
  /** How many there are in all. */
  total: number
  /** Of the next page while there are `more`; then of what changes after this. */
  nextCursor: string
  more: boolean
}

export interface ListHosted extends CallOptions {
  cursor?: string | undefined
  limit?: number | undefined
  /** Up to 30: while nothing has changed since the cursor, the response comes after so many seconds. */
  waitSeconds?: number | undefined
}

/** For a host that serves every domain of a service, with a host key. */
export interface Hosting {
  listDomains(options?: ListHosted): Promise<HostedPage>
  /** A link to the bundle of the current export of a domain, or to what changed since another. */
  createBundle(domain: string, body: CreateBundle & { jobId: string }, options?: CallOptions): Promise<ExportBundle>
}

export function createHosting({ call }: Caller): Hosting {
  return {
    async listDomains({ cursor, limit, waitSeconds, ...options } = {}) {
      const headers: Record<string, string> = waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }
      return (await call<HostedPage>('listHostedDomains', { ...options, query: { cursor, limit }, headers })).body
    },
    async createBundle(domain, body, options) {
      return (await call<ExportBundle>('createHostedBundle', { ...options, parameters: { domain }, body })).body
    },
  }
}
