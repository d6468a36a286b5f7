import { contrast, formatOklch, type Oklch, parseHex } from '../convert-color.ts'
import { readAsset } from '../read-asset.ts'

export type Tone = 'light' | 'dark'

const white = { l: 1, c: 0, h: 0 }
const black = { l: 0, c: 0, h: 0 }
/** What stands on top of the page and must be told apart from it. */
const surfaceNames = ['page', 'raised', 'sunken', 'hover', 'line', 'line-strong']
/** Of those the ones that carry text. */
const textSurfaces = ['page', 'raised', 'sunken', 'hover']
/** WCAG asks 4.5; a little more, since colors are rounded. */
const minimumContrast = 4.6

const pair = /--([\w-]+): light-dark\(oklch\(([^)]*(?:\([^)]*\))?)\), oklch\(([^)]*(?:\([^)]*\))?)\)\)/g

/** Whether light or dark text can be read on it. */
export function toneOf(background: Oklch): Tone {
  return contrast(white, background) > contrast(black, background) ? 'dark' : 'light'
}

/**
 * The theme's colors on another background: surfaces stand as far from it as from the theme's own, and every color of
 * text that could not be read there is made lighter or darker until it can.
 */
export function adaptTokens(background: Oklch): Map<string, Oklch> {
  const tone = toneOf(background)
  const own = readTokens(tone, background.h)
  const page = own.get('page') ?? white
  const adapted = new Map<string, Oklch>()
  for (const name of surfaceNames) {
    const token = own.get(name) ?? page
    adapted.set(name, { ...background, l: Math.min(1, Math.max(0, background.l + token.l - page.l)) })
  }
  const under = textSurfaces.flatMap((name) => adapted.get(name) ?? [])
  for (const [name, color] of own)
    if (!adapted.has(name) && name !== 'mark') adapted.set(name, makeReadable(color, under))
  return adapted
}

/** The nearest lightness at which the color can be read on every one of the surfaces. */
export function makeReadable(color: Oklch, under: readonly Oklch[]): Oklch {
  const step = toneOf(under[0] ?? white) === 'light' ? -0.01 : 0.01
  for (let l = color.l; l >= 0 && l <= 1; l += step) {
    const candidate = { ...color, l }
    if (under.every((surface) => contrast(candidate, surface) >= minimumContrast)) return candidate
  }
  return step < 0 ? black : white
}

const read = new Map<Tone, [name: string, l: number, c: number, h: number | undefined][]>()

function readTokens(tone: Tone, hue: number): Map<string, Oklch> {
  const known = read.get(tone) ?? [...readAsset('css/tokens.css').matchAll(pair)].map(parseToken)
  read.set(tone, known)
  return new Map(known.map(([name, l, c, h = hue]) => [name, { l, c, h }]))

  function parseToken([, name = '', light = '', dark = '']: RegExpExecArray): [
    string,
    number,
    number,
    number | undefined,
  ] {
    const [l, c, h] = (tone === 'light' ? light : dark).split(' ').map(Number)
    return [name, l ?? 0, c ?? 0, Number.isNaN(h) ? undefined : h]
  }
}

/** One declaration for each of the names, with a value for light and one for dark pages. */
export function writePairs(light: Map<string, Oklch>, dark: Map<string, Oklch>, names: Iterable<string>): string[] {
  return [...names].flatMap((name) => {
    const [one, other] = [light.get(name), dark.get(name)]
    return one && other ? [`--${name}:light-dark(${formatOklch(one)},${formatOklch(other)})`] : []
  })
}

/** The tokens of each kind of page, on the author's background where there is one. */
export function adaptBoth(light: string | undefined, dark: string | undefined, hue: number) {
  const onLight = parseHex(light ?? '')
  const onDark = parseHex(dark ?? '')
  return {
    light: onLight ? adaptTokens(onLight) : readTokens('light', hue),
    dark: onDark ? adaptTokens(onDark) : readTokens('dark', hue),
  }
}
