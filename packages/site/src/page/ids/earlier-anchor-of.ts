const notInSlug = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu

/** The id that GitHub gives the heading: an alias, so that links copied from there still work. */
export function earlierAnchorOf(title: string): string {
  return title.trim().toLowerCase().replace(notInSlug, '').replaceAll(' ', '-')
}
