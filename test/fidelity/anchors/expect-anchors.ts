/** A heading of a page's source, and the id that the documentation of the format promises for it. */
export interface ExpectedAnchor {
  line: number
  title: string
  id: string
}

// Only what the documented rules speak of: of other marks they say nothing.
const documented = /^[\p{L}\p{N}\s.'’()/&-]+$/u

/** Headings in Markdown with a title of plain words; of titles that come again only the first, which has no number. */
export function expectAnchors(source: string): ExpectedAnchor[] {
  const found = new Map<string, ExpectedAnchor>()
  let fence: string | undefined
  for (const [at, text] of source.split('\n').entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1]
    if (mark !== undefined && (fence === undefined || text.trim().startsWith(fence))) {
      fence = fence === undefined ? mark : undefined
      continue
    }
    if (fence !== undefined) continue
    const title = /^#{2,6}\s+(.+?)\s*$/.exec(text)?.[1]
    if (title === undefined || !documented.test(title)) continue
    const id = idOf(title)
    if (!found.has(id)) found.set(id, { line: at + 1, title, id })
  }
  return [...found.values()]
}

/** Written from the table of rules, and not from our own code: this is what judges it. */
function idOf(title: string): string {
  const words = title.toLowerCase().replaceAll("'", '’').replaceAll('.', '-').replaceAll(/[()]/g, '').trim()
  return words.replaceAll(/\s+/g, '-').replaceAll(/-{2,}/g, '-').replace(/^-|-$/g, '')
}
