import type { Measured } from './measure-page.ts'

type Part = 'sidebar' | 'title' | 'contents' | 'footer'

/** As the format's documentation has them. A mode that it does not name is the default one. */
const documented: Record<string, Record<Part, boolean>> = {
  default: { sidebar: true, title: true, contents: true, footer: true },
  wide: { sidebar: true, title: true, contents: false, footer: true },
  center: { sidebar: false, title: true, contents: false, footer: true },
  frame: { sidebar: true, title: false, contents: false, footer: true },
  custom: { sidebar: false, title: false, contents: false, footer: false },
}

interface Screen {
  mode: string
  width: number
  /** Whether the site has a footer at all. */
  hasFooter: boolean
}

/** What is on the screen and should not be, or the other way round; and boxes that lie wrong. */
export function findModeFaults(seen: Measured, { mode, width, hasFooter }: Screen): string[] {
  const isPhone = width < 1024
  const meant = documented[mode] ?? documented.default
  const expected: Record<Part, boolean> = {
    sidebar: Boolean(meant?.sidebar) && !isPhone,
    title: Boolean(meant?.title),
    contents: Boolean(meant?.contents) && width > 1160 && seen.headings > 1,
    footer: Boolean(meant?.footer) && hasFooter,
  }
  const faults = (Object.keys(expected) as Part[])
    // A phone may show the contents elsewhere; how many headings make a list is the site's affair.
    .filter((part) => seen[part] !== expected[part] && !(part === 'contents' && meant?.contents))
    .map((part) => `the ${part} is ${seen[part] ? '' : 'not '}on the screen`)
  if (seen.overflow > 0) faults.push(`it is ${seen.overflow} px too wide`)
  if (seen.above < -1 || seen.above > 120)
    faults.push(`the content begins ${Math.round(seen.above)} px below the header`)
  if (seen.covers) faults.push('the sidebar lies over the content')
  return faults
}
