import type { Size } from '../corpus.ts'

/** How much of the suite runs. */
export interface PagesSize {
  /** So many payloads that cannot break a page's syntax share a page. */
  payloadsPerPage: number
  /** Of so many texts one gets a site in whose configuration everything is hostile. */
  textsPerConfiguration: number
  /** Markup stands on pages of both kinds, or on one: those of MDX and of Markdown by turns. */
  markupTwice: boolean
  /** Whether every file is opened from a disk too. */
  fromDisk: boolean
  /** Whether configurations that never end are built, each of them a site of its own. */
  configurationBombs: boolean
}

/** Both try each payload in each channel of a page; `full` tries markup on pages of both kinds. */
export const pagesSizes: Record<Size, PagesSize> = {
  gate: {
    payloadsPerPage: 8,
    textsPerConfiguration: 32,
    markupTwice: false,
    fromDisk: false,
    configurationBombs: false,
  },
  full: { payloadsPerPage: 1, textsPerConfiguration: 1, markupTwice: true, fromDisk: true, configurationBombs: true },
}
