import { mediaTypes } from '@bindery/bundle'

/** Extensions by type, as the host sends them: the tables of servers differ, and few know Markdown. */
export const extensionsByType: Readonly<Record<string, string>> = groupExtensions()

export const textTypes = Object.keys(extensionsByType).filter((type) => type.startsWith('text/'))

/** Their names hold a digest of their content. */
export const hashedName = '^/_bindery/.*-[0-9a-f]{12}\\.[A-Za-z0-9]+$'
export const forEver = 'public, max-age=31536000, immutable'

function groupExtensions(): Record<string, string> {
  const groups = Object.groupBy(Object.entries(mediaTypes), ([, type]) => type)
  const rows = Object.entries(groups).map(([type, pairs = []]) => [type, pairs.map(([name]) => name).join(' ')])
  return Object.fromEntries(rows.sort())
}
