import { carriedFonts } from '../../../config/settings/carried-fonts.ts'

/** `source` is a path in the site, relative to the theme's folder; without one the family must be on the reader's machine. */
export interface AuthorFont {
  family: string
  source?: string
  weight?: number
  format?: string
  /** The files of a font that has several. */
  faces?: { source: string; weights: [least: number, most: number]; range?: string }[]
}

// A file that holds every weight says so in its name; of any other the browser makes the bold letters itself.
const variable = /variable|[-_[]vf\b|wght/i

export function fontRules(fonts: { heading?: AuthorFont; body?: AuthorFont }): string {
  const faces = new Set([fonts.body, fonts.heading].flatMap((font) => (font ? writeFace(font) : [])))
  return [...faces, useFont('body', 'html', fonts.body), useFont('heading', 'h1,h2,h3,h4,h5,h6', fonts.heading)].join(
    '',
  )
}

function useFont(use: string, selector: string, font: AuthorFont | undefined): string {
  if (!font) return ''
  const fallback = '"Inter Variable","Inter Fallback",system-ui,sans-serif'
  const weight = font.weight === undefined ? '' : `${selector}{font-weight:${font.weight}}`
  return `:root{--font-${use}:${nameOf(font)},${fallback}}${weight}`
}

function writeFace(font: AuthorFont): string[] {
  const { source, format, weight, faces = [] } = font
  if (source === undefined) {
    return faces.map(({ source: file, weights: [least, most], range }) => {
      const shown = range === undefined ? '' : `unicode-range:${range};`
      const held = least === most ? String(least) : `${least} ${most}`
      return `@font-face{font-family:${nameOf(font)};font-weight:${held};font-display:swap;${shown}src:url("${file}")}`
    })
  }
  const kind = format === undefined ? '' : ` format("${format}")`
  const weights = variable.test(source) ? '100 900' : weight === undefined ? undefined : String(weight)
  const described = weights === undefined ? '' : `font-weight:${weights};`
  return [`@font-face{font-family:${nameOf(font)};${described}font-display:swap;src:url("${source}")${kind}}`]
}

/** Whatever an author writes stays inside its quotes. */
function nameOf({ family, source }: AuthorFont): string {
  const known = source === undefined ? carriedFonts.get(family.toLowerCase()) : undefined
  return `"${known ?? family.replace(/[^\p{L}\p{N} _-]/gu, '')}"`
}
