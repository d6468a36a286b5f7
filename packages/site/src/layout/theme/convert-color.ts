/** Lightness 0 to 1, chroma 0 to about 0.37, hue in degrees. */
export interface Oklch {
  l: number
  c: number
  h: number
}

type Triple = readonly [number, number, number]

const hex = /^#?([\da-f]{3}|[\da-f]{6})(?:[\da-f]{2})?$/i

/** A color as authors write it in docs.json; undefined if it is not a hexadecimal one. */
export function parseHex(text: string): Oklch | undefined {
  const digits = hex.exec(text.trim())?.[1]
  if (digits === undefined) return undefined
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const channel = (at: number) => toLinear(Number.parseInt(full.slice(at, at + 2), 16) / 255)
  return fromLinearRgb([channel(0), channel(2), channel(4)])
}

/** WCAG 2: from 1 (the same) to 21 (black on white). */
export function contrast(a: Oklch, b: Oklch): number {
  const [one, two] = [luminance(a), luminance(b)]
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05)
}

/** As CSS. Rounded, so that the last digits of a platform's mathematics cannot change a byte. */
export function formatOklch({ l, c, h }: Oklch): string {
  return `oklch(${round(l, 3)} ${round(c, 3)} ${round(h, 1)})`
}

function round(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)))
}

/** What a screen shows for a color that is out of its reach is a clipped one; the contrast must hold for that. */
function luminance(color: Oklch): number {
  const [r, g, b] = toLinearRgb(color).map((channel) => Math.min(1, Math.max(0, channel))) as unknown as Triple
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function fromLinearRgb([r, g, b]: Triple): Oklch {
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const x = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const y = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  const degrees = (Math.atan2(y, x) * 180) / Math.PI
  return { l, c: Math.hypot(x, y), h: degrees < 0 ? degrees + 360 : degrees }
}

function toLinearRgb({ l, c, h }: Oklch): Triple {
  const x = c * Math.cos((h * Math.PI) / 180)
  const y = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const medium = (l - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const short = (l - 0.0894841775 * x - 1.291485548 * y) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}
