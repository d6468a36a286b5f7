import type {
  CurrentExport,
  Domain,
  DomainPage,
  PinDomain,
  PublicationPage,
  PublishExport,
  RollBack,
  RollBackResult,
} from './api.ts'
import type { Caller, CallOptions, WriteOptions } from './call-operation.ts'
import { listPages } from './list-pages.ts'

export interface ListDomains {
  projectId?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CurrentOptions extends CallOptions {
  /** What you know already: while that is current, the response has no `current`. */
  etag?: string | undefined
  /** Up to 30: the response comes when something else is current, or after so many seconds. */
  waitSeconds?: number | undefined
}

type Publication = PublicationPage['publications'][number]

/** The domains of the projects that the key may use, and what their hosts serve. */
export interface Domains {
  /** One page, by name. */
  list(query?: ListDomains, options?: CallOptions): Promise<DomainPage>
  listAll(query?: Omit<ListDomains, 'cursor'>, options?: CallOptions): AsyncIterable<Domain>
  /** The export that hosts serve. */
  current(domain: string, options?: CallOptions): Promise<CurrentExport>
  /** The same, for whoever waits for the next one. */
  pollCurrent(
    domain: string,
    options?: CurrentOptions,
  ): Promise<{ current: CurrentExport | undefined; etag: string | undefined }>
  /** Makes a completed export current. */
  publish(domain: string, body: PublishExport, options?: CallOptions): Promise<CurrentExport>
  /** Makes an earlier export current again. The default is the one whose other content was live before. */
  rollBack(domain: string, body?: RollBack, options?: WriteOptions): Promise<RollBackResult>
  /** The domain stays at its current export until it is unpinned. */
  pin(domain: string, body?: PinDomain, options?: CallOptions): Promise<CurrentExport>
  unpin(domain: string, options?: CallOptions): Promise<CurrentExport>
  /** One page of what was current, the latest first. */
  publications(
    domain: string,
    query?: { limit?: number | undefined; cursor?: string | undefined },
    options?: CallOptions,
  ): Promise<PublicationPage>
  listAllPublications(domain: string, options?: CallOptions): AsyncIterable<Publication>
}

export function createDomains({ call }: Caller): Domains {
  const read = async <Body>(...args: Parameters<typeof call>) => (await call<Body>(...args)).body
  const of = (domain: string) => ({ parameters: { domain } })

  const domains: Domains = {
    list: (query, options) => read('listDomains', { ...options, query }),
    listAll: (query, options) =>
      listPages(
        (cursor) => domains.list({ limit: 100, ...query, cursor }, options),
        (page) => page.domains,
      ),
    current: (domain, options) => read('getCurrentExport', { ...options, ...of(domain) }),
    async pollCurrent(domain, { etag, waitSeconds, ...options } = {}) {
      const headers = {
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(waitSeconds !== undefined && { prefer: `wait=${waitSeconds}` }),
      }
      const reply = await call<CurrentExport | undefined>('getCurrentExport', { ...options, ...of(domain), headers })
      return { current: reply.body, etag: reply.headers.etag }
    },
    publish: (domain, body, options) => read('publishExport', { ...options, ...of(domain), body }),
    rollBack: (domain, body = {}, options) => read('rollBack', { ...options, ...of(domain), body }),
    pin: (domain, body = {}, options) => read('pinDomain', { ...options, ...of(domain), body }),
    unpin: (domain, options) => read('unpinDomain', { ...options, ...of(domain) }),
    publications: (domain, query, options) => read('listPublications', { ...options, ...of(domain), query }),
    listAllPublications: (domain, options) =>
      listPages(
        (cursor) => domains.publications(domain, { limit: 100, cursor }, options),
        (page) => page.publications,
      ),
  }
  return domains
}
