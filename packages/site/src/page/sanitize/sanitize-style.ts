import type { PropValue } from '../../model/page-tree.ts'
import { onlyInside, type ResolveCssUrl } from './css/check-css-value.ts'
import { parseDeclarations } from './css/parse-css.ts'
import { checkDeclaration } from './css/write-css.ts'
import { sanitizeUrl } from './sanitize-url.ts'

/** Numbers given to these are written as they are; every other number is a length in pixels, as in React. */
const unitless = new Set(
  `-webkit-line-clamp animation-iteration-count aspect-ratio border-image-outset border-image-slice border-image-width column-count
  columns fill-opacity flex flex-grow flex-shrink flood-opacity font-weight grid-area grid-column grid-column-end
  grid-column-start grid-row grid-row-end grid-row-start line-clamp line-height opacity order orphans scale
  stop-opacity stroke-dasharray stroke-dashoffset stroke-miterlimit stroke-opacity stroke-width tab-size widows
  z-index zoom`.split(/\s+/),
)
const propertyName = /^(?:--[\w-]+|-?[a-z][a-z-]*)$/

export interface SanitizedStyle {
  css: string
  refused: string[]
}

/** Addresses that can be made one of the site's own when the page is rendered, and what needs none. */
const safeAddress: ResolveCssUrl = (url) => {
  const href = sanitizeUrl(url, 'image')
  return href === undefined ? { reason: 'The address is not allowed.' } : { href }
}

/**
 * Style objects (`{{ marginTop: 8 }}`) and strings (`"margin-top: 8px"`) become one safe `style` text. It loads nothing,
 * unless `areUrlsResolved`: then whoever renders it gives its addresses to the site.
 */
export function sanitizeStyle(style: PropValue, areUrlsResolved = false): SanitizedStyle {
  const declarations: string[] = []
  const refused: string[] = []
  for (const [property, value] of declarationsOf(style)) {
    const text = typeof value === 'number' ? withUnit(property, value) : value
    const checked = propertyName.test(property)
      ? checkDeclaration(property, text, areUrlsResolved ? safeAddress : onlyInside)
      : undefined
    if (checked && 'css' in checked) declarations.push(checked.css)
    else refused.push(property)
  }
  return { css: declarations.join(';'), refused }
}

/** The same style with its addresses as the site has them; what it has not is left out. */
export function resolveStyle(style: string, resolve: ResolveCssUrl): string {
  const resolved = declarationsOf(style).flatMap(([property, value]) => {
    const checked = checkDeclaration(property, String(value), resolve)
    return 'css' in checked ? [checked.css] : []
  })
  return resolved.join(';')
}

function declarationsOf(style: PropValue): [string, string | number][] {
  if (typeof style === 'string') return readDeclarations(style)
  if (typeof style !== 'object' || style === null || Array.isArray(style)) return []
  return Object.entries(style).flatMap(([key, value]): [string, string | number][] => {
    if (typeof value === 'number' && Number.isFinite(value)) return [[toCssName(key), value]]
    return typeof value === 'string' && value !== '' ? [[toCssName(key), value.trim()]] : []
  })
}

/** What is more than a list of declarations is none. */
function readDeclarations(style: string): [string, string][] {
  const items = parseDeclarations(style)
  return items.map(({ name, value, important }) => {
    const text = value.map((token) => token.text).join('')
    return [name.startsWith('--') ? name : name.toLowerCase(), `${text.trim()}${important ? ' !important' : ''}`]
  })
}

/** `marginTop` → `margin-top`, `WebkitLineClamp` → `-webkit-line-clamp`; custom properties stay as they are. */
function toCssName(key: string): string {
  if (key.startsWith('--')) return key
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^ms-/, '-ms-')
}

function withUnit(property: string, value: number): string {
  return value === 0 || unitless.has(property) || property.startsWith('--') ? String(value) : `${value}px`
}
