import type { Pair } from '../../model/site-config.ts'
import { contrast, formatOklch, type Oklch, parseHex } from './convert-color.ts'
import { toneOf } from './look/adapt-tokens.ts'

export interface AuthorColors {
  primary: string
  /** For dark pages, where the author gives one. */
  light?: string
  /** Of buttons, likewise. */
  dark?: string
}

/** A calm blue, for an author who names no color or one that we cannot read. */
const fallback: Oklch = { l: 0.5, c: 0.13, h: 256 }

/** The surfaces that accent text stands on; `tokens.css` has the same values. */
const surfaces = { light: { l: 0.992, c: 0.003 }, dark: { l: 0.17, c: 0.008 } } as const

/** WCAG asks 4.5; a little more, because the text also stands on the soft fill. */
const minimumContrast = 5.2

/**
 * The author's colors as custom properties, as the head of the style sheet. The fill keeps the brand; only where
 * the color is text is it made darker or lighter until it can be read.
 */
export function deriveColors(colors: AuthorColors, background: Partial<Pair> = {}): string {
  const primary = parseHex(colors.primary) ?? fallback
  const forDark = parseHex(colors.light ?? '') ?? primary
  const hue = hueOf(colors)
  const lines = [
    `--hue:${Number(hue.toFixed(1))}`,
    ...accentOf('light', primary, parseHex(background.light ?? '')),
    ...accentOf('dark', forDark, parseHex(background.dark ?? '')),
    ...buttonOf(parseHex(colors.dark ?? '')),
  ]
  return `:root{${lines.join(';')}}\n`
}

/** Of the accent, where the author chose none for it. */
function buttonOf(fill: Oklch | undefined): string[] {
  if (!fill) return []
  const colors = { '': fill, '-ink': inkOn(fill), '-hover': hoverOf(fill) }
  return Object.entries(colors).map(([name, color]) => `--button${name}:${formatOklch(color)}`)
}

/** The hue of the theme's grays. */
export function hueOf(colors: AuthorColors): number {
  const primary = parseHex(colors.primary) ?? fallback
  return primary.c < 0.02 ? 260 : primary.h
}

/** `background` is the author's, which may be dark on light pages. */
function accentOf(mode: 'light' | 'dark', accent: Oklch, background: Oklch | undefined): string[] {
  const surface = background ?? { ...surfaces[mode], h: accent.h }
  const tone = toneOf(surface)
  const soft = tone === 'light' ? { l: surface.l - 0.037, c: 0.025 } : { l: surface.l + 0.08, c: 0.03 }
  const softFill = { l: soft.l, c: Math.min(soft.c, accent.c), h: accent.h }
  const text = readableOn([surface, softFill], accent, tone)
  return Object.entries({ '': accent, ink: inkOn(accent), text, hover: hoverOf(accent), soft: softFill }).map(
    ([name, color]) => `--accent-${name ? `${name}-` : ''}${mode}:${formatOklch(color)}`,
  )
}

function hoverOf(fill: Oklch): Oklch {
  return { ...fill, l: fill.l + (fill.l > 0.5 ? -0.06 : 0.06) }
}

/** The nearest lightness at which the color can be read on every one of the surfaces. */
function readableOn(surfacesUnder: readonly Oklch[], color: Oklch, mode: 'light' | 'dark'): Oklch {
  const step = mode === 'light' ? -0.01 : 0.01
  for (let l = color.l; l >= 0 && l <= 1; l += step) {
    const candidate = { ...color, l }
    if (surfacesUnder.every((surface) => contrast(candidate, surface) >= minimumContrast)) return candidate
  }
  return { l: mode === 'light' ? 0 : 1, c: 0, h: 0 }
}

/** Text on the fill itself: white if it can be read (with a hair to spare, since colors are rounded), else nearly black. */
export function inkOn(accent: Oklch): Oklch {
  const white = { l: 1, c: 0, h: 0 }
  return contrast(white, accent) >= 4.52 ? white : { l: 0.1, c: Math.min(0.02, accent.c), h: accent.h }
}
