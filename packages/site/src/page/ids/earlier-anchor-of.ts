const notInSlug = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu

/** The id that headings had up to 0.1.0, which is also GitHub's: an alias now, so that links which people copied still land. */
export function earlierAnchorOf(title: string): string {
  return title.trim().toLowerCase().replace(notInSlug, '').replaceAll(' ', '-')
}
