import { carriedFonts } from '../../../../config/settings/carried-fonts.ts'
import type { SiteConfig } from '../../../../model/site-config.ts'

const host = 'https://fonts.googleapis.com'
const usualWeights = [400, 500, 600, 700]
const familyName = /^[\p{L}\p{N} _-]{1,60}$/u

/** Addresses of the style sheets that name the files of the fonts which docs.json only names. */
export function listFontSheets({ body, heading }: SiteConfig['fonts']): string[] {
  const fonts = [body, heading].filter((font) => font !== undefined && font.source === undefined)
  const weights = new Map<string, Set<number>>()
  for (const { family, weight } of fonts.flatMap((font) => font ?? [])) {
    if (!familyName.test(family) || carriedFonts.has(family.toLowerCase())) continue
    const own = weights.get(family) ?? new Set(usualWeights)
    weights.set(family, weight === undefined ? own : own.add(weight))
  }
  return [...weights].map(([family, own]) => {
    const listed = [...own].filter((weight) => weight >= 1 && weight <= 1000).sort((a, b) => a - b)
    return `${host}/css2?family=${encodeFamily(family)}:wght@${listed.join(';')}`
  })
}

/** The family of a sheet that `listFontSheets` gave; undefined for any other address. */
export function familyOfSheet(url: string): string | undefined {
  if (!url.startsWith(`${host}/css2?family=`)) return undefined
  return URL.parse(url)?.searchParams.get('family')?.split(':')[0]
}

/** Of a family that lacks one of the weights its host sends nothing; so it is asked for the regular one. */
export function withoutWeights(url: string): string {
  return url.slice(0, url.lastIndexOf(':'))
}

function encodeFamily(family: string): string {
  return encodeURIComponent(family).replaceAll('%20', '+')
}
