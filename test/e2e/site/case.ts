import type { Browser } from 'playwright-core'

/** Where a case plays: the component book, served at the root of a host. */
export interface Stage {
  browser: Browser
  base: string
  /** The same book on the disk. */
  folder: string
}

/** A promise of what a page does for its reader; `keep` throws where it is broken. */
export interface Case {
  promise: string
  keep(stage: Stage): Promise<void>
}
