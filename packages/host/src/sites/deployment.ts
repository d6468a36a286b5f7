import type { Gauges } from '../ops/metrics.ts'
import type { RequestHandler } from '../serve/handle-request.ts'

/** What a host serves: one site, or all of a service. */
export interface Deployment extends AsyncDisposable {
  readonly answer: RequestHandler
  /** For those who run the host. */
  describe(): { ready: boolean } & Record<string, unknown>
  gauges(): Omit<Gauges, 'ready'>
  /** Whether a certificate may be asked for, for this name; undefined where nobody can say. */
  knows?(domain: string): boolean | undefined
  /** Called after a reload, and once when readers can be answered. Each request already sees the new configuration. */
  configure(): void
}
