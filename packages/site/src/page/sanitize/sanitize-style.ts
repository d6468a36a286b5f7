import type { PropValue } from '../../model/page-tree.ts'

/** Numbers given to these are written as they are; every other number is a length in pixels, as in React. */
const unitless = new Set(
  `-webkit-line-clamp animation-iteration-count aspect-ratio border-image-outset border-image-slice border-image-width column-count
  columns fill-opacity flex flex-grow flex-shrink flood-opacity font-weight grid-area grid-column grid-column-end
  grid-column-start grid-row grid-row-end grid-row-start line-clamp line-height opacity order orphans scale
  stop-opacity stroke-dasharray stroke-dashoffset stroke-miterlimit stroke-opacity stroke-width tab-size widows
  z-index zoom`.split(/\s+/),
)
const propertyName = /^(?:--[\w-]+|-?[a-z][a-z-]*)$/
const refusedProperties = /^(?:behavior|-moz-binding)$/
/**
 * A style may not load anything (no outside request that the report does not know), close its own declaration,
 * or hide either behind an escape or a comment.
 */
const refusedValue = /[\\{}<>;@]|\/\*|(?:url|image|image-set|element|expression|src)\s*\(|javascript:/i

export interface SanitizedStyle {
  css: string
  refused: string[]
}

/** Style objects (`{{ marginTop: 8 }}`) and strings (`"margin-top: 8px"`) become one safe `style` text. */
export function sanitizeStyle(style: PropValue): SanitizedStyle {
  const declarations: string[] = []
  const refused: string[] = []
  for (const [property, value] of declarationsOf(style)) {
    const text = typeof value === 'number' ? withUnit(property, value) : value
    const safe = propertyName.test(property) && !refusedProperties.test(property) && !refusedValue.test(text)
    if (safe) declarations.push(`${property}:${text}`)
    else refused.push(property)
  }
  return { css: declarations.join(';'), refused }
}

function declarationsOf(style: PropValue): [string, string | number][] {
  if (typeof style === 'string') return style.split(';').flatMap(splitDeclaration)
  if (typeof style !== 'object' || style === null || Array.isArray(style)) return []
  return Object.entries(style).flatMap(([key, value]): [string, string | number][] => {
    if (typeof value === 'number' && Number.isFinite(value)) return [[toCssName(key), value]]
    return typeof value === 'string' && value !== '' ? [[toCssName(key), value.trim()]] : []
  })
}

function splitDeclaration(declaration: string): [string, string][] {
  const colon = declaration.indexOf(':')
  if (colon === -1) return []
  return [[declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()]]
}

/** `marginTop` → `margin-top`, `WebkitLineClamp` → `-webkit-line-clamp`; custom properties stay as they are. */
function toCssName(key: string): string {
  if (key.startsWith('--')) return key
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^ms-/, '-ms-')
}

function withUnit(property: string, value: number): string {
  return value === 0 || unitless.has(property) || property.startsWith('--') ? String(value) : `${value}px`
}
