import type { SampledPage } from '../../e2e/site/sample-pages.ts'

/** What is told to those who walk in the room, and what they tell. */
export interface Room {
  work: string
  sites: RoomSite[]
}

export interface RoomSite {
  name: string
  bundleUrl: string
  basePath: string
  pages: SampledPage[]
}

export interface Walked {
  pages: number
  /** System calls of hosts that would have left the machine, or asked for a name. */
  hostConnects: number
  /** Requests, lookups and hints of pages for anything but their host. */
  siteRequestsOutside: number
  /** Hosts that Chromium asked for on its own account. */
  browserOwn: string[]
  faults: string[]
}
