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

/** All take every payload through every channel of a page, but for markup, every drawing, every page that is a bomb. */
const sizes: Record<string, PagesSize> = {
  least: {
    payloadsPerPage: 8,
    textsPerConfiguration: 32,
    markupTwice: false,
    fromDisk: false,
    configurationBombs: false,
  },
  ci: { payloadsPerPage: 8, textsPerConfiguration: 8, markupTwice: true, fromDisk: false, configurationBombs: false },
  full: { payloadsPerPage: 1, textsPerConfiguration: 1, markupTwice: true, fromDisk: true, configurationBombs: true },
}

export function readPagesSize(name: string): PagesSize {
  const size = sizes[name]
  if (!size) throw new Error(`There is no size ${name}. Choose of ${Object.keys(sizes)}.`)
  return size
}
