import type { ElementNode, PropValue, SourcePoint, TreeNode } from '../../model/page-tree.ts'
import {
  domHandler,
  elementsDroppedWhole,
  globalAttributes,
  htmlAttributes,
  htmlElements,
  renamedAttributes,
  svgAttributes,
  svgCamelAttributes,
  svgElements,
  voidElements,
} from './html-allow-list.ts'
import { sanitizeStyle } from './sanitize-style.ts'
import { sanitizeUrl, type UrlUse } from './sanitize-url.ts'

/** Told of everything that was taken away; the code is a diagnostic's. */
export type Refusal = (code: string, message: string) => void

type Props = Record<string, PropValue>

const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype'])
const reactHandler = /^on[A-Z]/
const safeAttributeName = /^[A-Za-z][\w:.-]*$/
const urlUses: Readonly<Record<string, UrlUse>> = { img: 'image', iframe: 'frame', a: 'link' }
/**
 * Attributes of the theme. Its scripts read no other `data-` attributes (see theme-files.test.ts), so an author can neither
 * imitate a control nor choose an address that a script loads.
 */
const reservedPrefix = 'data-bindery'
const urlAttributes = new Set(['href', 'src', 'poster', 'xlink:href'])
/** Component props that end up in an `href` or `src`: `href`, `imageSrc`, `ctaUrl`, … */
const urlProp = /^(?:href|src|url|link|to|img|image|poster|cover|action)$|(?:Href|Src|Url|Link)$/
const imageProp = /^(?:src|img|image|poster|cover)$|Src$/

/**
 * The one door into the tree: every element of a page, written in Markdown or JSX, by the page or by an author's
 * component, is made here or in `makeComponent`, so no later stage can meet an unsafe one.
 */
export function makeHtmlElement(name: string, props: Props, children: TreeNode[], at?: SourcePoint, refuse?: Refusal) {
  const isSvg = svgElements.has(name)
  const safe: Props = {}
  for (const key in props) {
    const value = props[key]
    if (value === undefined || value === null || value === false) continue
    setAttribute(safe, name, isSvg, key, value, refuse)
  }
  if (name === 'a' && safe.target === '_blank') safe.rel = 'noopener noreferrer'
  if (name === 'button') safe.type = 'button'
  if (name === 'input' && safe.type !== 'checkbox' && safe.type !== 'radio') safe.type = 'text'
  if (name === 'iframe') safe.sandbox = sandboxFor(safe.src)
  return element(name, safe, allowedChildren(name, children), at)
}

/**
 * A browser reads what is inside these as text, up to the closing tag, even when that stands in an attribute of an
 * element in there: `<textarea><b title="</textarea><script>…">`. So they hold nothing but text.
 */
const textElements = new Set(['textarea', 'title', 'option'])

function allowedChildren(name: string, children: TreeNode[]): TreeNode[] {
  if (voidElements.has(name) || name === 'iframe') return []
  return textElements.has(name) ? children.filter(({ kind }) => kind === 'text') : children
}

export function isAllowedElement(name: string): boolean {
  return htmlElements.has(name) || svgElements.has(name)
}

export function isDroppedWhole(name: string): boolean {
  return elementsDroppedWhole.has(name)
}

/** A component's props are its own; only what could become a handler, raw HTML or an unsafe URL is taken away. */
export function makeComponent(name: string, props: Props, children: TreeNode[], at?: SourcePoint, refuse?: Refusal) {
  const safe: Props = {}
  for (const key in props) {
    const value = props[key]
    if (value === undefined || isRefusedName(key, refuse)) continue
    if (key === 'style') setStyle(safe, value, refuse)
    else if (key === 'class') safe.className = value
    else safe[key] = withoutUnsafeUrls(key, value, refuse)
  }
  return element(name, safe, children, at)
}

function element(name: string, props: Props, children: TreeNode[], at: SourcePoint | undefined): ElementNode {
  return at ? { kind: 'element', name, props, children, at } : { kind: 'element', name, props, children }
}

function isRefusedName(key: string, refuse: Refusal | undefined): boolean {
  if (key === 'key' || key === 'ref' || forbiddenNames.has(key)) return true
  if (key === 'dangerouslySetInnerHTML' || key === 'innerHTML') {
    refuse?.('raw_html', `"${key}" is refused: raw HTML is not drawn. Write the content as Markdown or JSX.`)
    return true
  }
  if (!reactHandler.test(key) && !domHandler.test(key)) return false
  refuse?.('event_handler', `"${key}" is left out: a static page runs no handlers.`)
  return true
}

function setAttribute(safe: Props, name: string, isSvg: boolean, key: string, value: PropValue, refuse?: Refusal) {
  if (isRefusedName(key, refuse)) return
  if (key === 'style') return setStyle(safe, value, refuse, true)
  const attribute = attributeName(key, isSvg)
  if (!attribute || (typeof value !== 'string' && typeof value !== 'number' && value !== true)) return
  if (attribute === 'srcset') {
    const list = sanitizeSourceSet(String(value))
    if (list) safe.srcset = list
  } else if (urlAttributes.has(attribute)) setUrl(safe, name, attribute, String(value), refuse)
  else if (!isSvg || safeReference(value)) safe[attribute] = value
}

function attributeName(key: string, isSvg: boolean): string | undefined {
  const renamed = renamedAttributes.get(key)
  if (renamed) return renamed
  if (!safeAttributeName.test(key)) return undefined
  if (isSvg && svgCamelAttributes.has(key)) return key
  const dashed = isSvg && !key.includes('-') ? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : undefined
  const lower = dashed ?? key.toLowerCase()
  if (globalAttributes.has(lower) || urlAttributes.has(lower) || lower === 'srcset') return lower
  if (lower.startsWith(reservedPrefix)) return undefined
  if (lower.startsWith('aria-') || lower.startsWith('data-')) return lower
  return (isSvg ? svgAttributes : htmlAttributes).has(lower) ? lower : undefined
}

function setUrl(safe: Props, name: string, attribute: string, value: string, refuse?: Refusal) {
  const isSvgUse = svgElements.has(name) && name !== 'a'
  // Inside SVG a reference stays inside the page: `<use href="https://…">` would load a foreign document.
  const use = attribute === 'poster' ? 'image' : (urlUses[name] ?? 'media')
  const url = isSvgUse ? (value.trim().startsWith('#') ? value.trim() : undefined) : sanitizeUrl(value, use)
  if (url === undefined) refuse?.('refused_url', `The address "${value.slice(0, 80)}" is not allowed in <${name}>.`)
  else safe[attribute] = url
}

/** `fill="url(#gradient)"` is a reference inside the page; any other `url()` would be a request. */
function safeReference(value: PropValue): boolean {
  if (typeof value !== 'string' || !/url\s*\(|\\/i.test(value)) return true
  return /^\s*url\(\s*['"]?#[\w-]+['"]?\s*\)\s*[\w#]*\s*$/i.test(value)
}

function setStyle(safe: Props, value: PropValue, refuse?: Refusal, areUrlsResolved = false) {
  const { css, refused } = sanitizeStyle(value, areUrlsResolved)
  if (css !== '') safe.style = css
  for (const property of refused) refuse?.('refused_style', `The style "${property}" is not allowed and left out.`)
}

/** A frame of another site keeps its own origin; one of this site gets none, so that it cannot reach the page. */
function sandboxFor(source: PropValue): string {
  const outside = typeof source === 'string' && /^(?:https?:)?\/\//i.test(source)
  const origin = outside ? 'allow-same-origin ' : ''
  return `${origin}allow-scripts allow-popups allow-forms allow-presentation`
}

function withoutUnsafeUrls(key: string, value: PropValue, refuse?: Refusal): PropValue {
  if (typeof value === 'string') {
    if (!urlProp.test(key)) return value
    const url = sanitizeUrl(value, imageProp.test(key) ? 'image' : 'link')
    if (url === undefined) refuse?.('refused_url', `The address "${value.slice(0, 80)}" is not allowed in "${key}".`)
    return url
  }
  if (Array.isArray(value)) return value.map((inner) => withoutUnsafeUrls(key, inner, refuse))
  if (typeof value !== 'object' || value === null || isNode(value)) return value
  const safe: Props = {}
  for (const [inner, content] of Object.entries(value)) {
    if (!isRefusedName(inner, refuse)) safe[inner] = withoutUnsafeUrls(inner, content, refuse)
  }
  return safe
}

/** Nodes inside props came through this door themselves. */
function isNode(value: object): boolean {
  const kind = (value as { kind?: unknown }).kind
  return kind === 'text' || kind === 'element' || kind === 'fragment'
}

/** `srcset`: a list of URLs, each with an optional width or density. Unsafe candidates are left out. */
function sanitizeSourceSet(list: string): string | undefined {
  const candidates = list
    .split(/,\s+|,$/)
    .map((candidate) => candidate.trim())
    .filter((candidate) => candidate !== '' && sanitizeUrl(candidate.split(/\s/)[0] ?? '', 'media') !== undefined)
  return candidates.length > 0 ? candidates.join(', ') : undefined
}
