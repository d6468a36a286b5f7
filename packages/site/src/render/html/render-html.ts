import type { ElementNode, PropValue, TreeNode } from '../../model/page-tree.ts'
import { onlyInside } from '../../page/sanitize/css/check-css-value.ts'
import { resolveStyle } from '../../page/sanitize/sanitize-style.ts'
import type { Renderer } from './component.ts'
import { escapeAttribute } from './html.ts'

const voidElements = new Set('area br col hr img input source track wbr'.split(' '))

/**
 * An HTML element as text. Its name and attributes have passed the allow-list; here only the addresses still
 * change, and what a reader needs around headings, images and tables is added.
 */
export function renderHtml(node: ElementNode, renderer: Renderer): string {
  switch (node.name) {
    case 'a':
      return renderLink(node, renderer)
    case 'img':
      return renderImage(node, renderer)
    case 'video':
    case 'audio':
    case 'source':
    case 'track':
      return renderMedia(node, renderer)
    case 'iframe':
      return renderFrame(node, renderer)
    case 'svg':
      return renderElement(node, renderer, withOwnWidth(node.props))
    case 'summary':
      // A summary is a button, and a button holds no link.
      return withoutAnchors(renderElement(node, renderer))
    case 'th':
      return renderHeaderCell(node, renderer)
    case 'input':
      return renderElement(node, renderer, { 'aria-label': labelOfBox(node, renderer), ...node.props })
    case 'table':
      return `<div class="table-scroll">${renderElement(node, renderer)}</div>`
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return renderHeading(node, renderer)
    default:
      return renderElement(node, renderer)
  }
}

function renderElement(node: ElementNode, renderer: Renderer, props = node.props, before = ''): string {
  const start = `<${node.name}${renderAttributes(withOwnStyle(node, renderer, props))}>`
  return voidElements.has(node.name) ? start : `${start}${before}${renderer.text(node.children)}</${node.name}>`
}

/** What a style loads is a file of the site; of another host it loads nothing, also where pictures stay there. */
function withOwnStyle({ at }: ElementNode, { context }: Renderer, props: ElementNode['props']): ElementNode['props'] {
  const { style } = props
  if (typeof style !== 'string' || !style.includes('(')) return props
  const resolved = resolveStyle(style, (url) => {
    const inside = onlyInside(url)
    const asset = 'href' in inside ? inside : context.resolveAsset(url, at)
    return asset && hostOf(asset.href) === '' ? { href: asset.href } : inside
  })
  return { ...props, style: resolved === '' ? undefined : resolved }
}

function renderAttributes(props: Record<string, PropValue>): string {
  let text = ''
  for (const name in props) {
    const value = props[name]
    if (value === true) text += ` ${name}`
    else if (typeof value === 'string' || typeof value === 'number')
      text += ` ${name}="${escapeAttribute(String(value))}"`
  }
  return text
}

function renderLink(node: ElementNode, renderer: Renderer): string {
  const { href } = node.props
  if (typeof href !== 'string') return renderElement(node, renderer)
  const html = renderElement(node, renderer, { ...node.props, href: renderer.context.resolveLink(href, node.at) })
  return withoutInnerLinks(html)
}

/** A link holds no link: a browser would end it there. A heading in it keeps its addresses. */
function withoutInnerLinks(html: string): string {
  if (!html.includes('<a ', 1)) return html
  return withoutAnchors(html).replaceAll(/<a id="([^"]*)"><\/a>/g, '<span id="$1"></span>')
}

/** A heading goes without the link to itself. */
const withoutAnchors = (html: string) => html.replaceAll(/<a class="anchor"[^>]*><\/a>/g, '')

/** A drawing without sides would fill its column, however small it was drawn. Any style goes before the attribute. */
function withOwnWidth(props: ElementNode['props']): ElementNode['props'] {
  const { width, height, viewBox } = props
  if (width !== undefined || height !== undefined || typeof viewBox !== 'string') return props
  const wide = Number(viewBox.trim().split(/[\s,]+/, 3)[2])
  return wide > 0 && wide < 10_000 ? { ...props, width: wide } : props
}

/** A header that names nothing is an ordinary cell, as is the corner of a table with headers on two sides. */
function renderHeaderCell(node: ElementNode, renderer: Renderer): string {
  const { scope, ...props } = node.props
  const isNamed = props['aria-label'] !== undefined || node.children.some(hasContent)
  return renderElement(isNamed ? node : { ...node, name: 'td', props }, renderer)
}

function hasContent(node: TreeNode): boolean {
  if (node.kind === 'text') return node.value.trim() !== ''
  const isComponent = node.name.charCodeAt(0) < 97
  return isComponent || node.name === 'img' || node.children.some(hasContent)
}

/** The box of a task list has no label in Markdown. */
function labelOfBox(node: ElementNode, { context: { words } }: Renderer): string | undefined {
  if (node.props.type !== 'checkbox') return undefined
  return node.props.checked ? words.done : words.toDo
}

function renderHeading(node: ElementNode, renderer: Renderer): string {
  const { alias, noAnchor, ...props } = node.props
  const { id } = props
  const earlier = typeof alias === 'string' ? `<a id="${escapeAttribute(alias)}"></a>` : ''
  if (typeof id !== 'string' || noAnchor || node.name === 'h1') return renderElement(node, renderer, props, earlier)
  return renderElement(node, renderer, props, renderAnchor(id, renderer) + earlier)
}

/** What a part of the page is linked to by, shown when a reader points at its title. */
export function renderAnchor(id: string, { context }: Renderer): string {
  const label = escapeAttribute(context.words.linkToSection)
  return `<a class="anchor" href="#${encodeURIComponent(id)}" data-bindery-do="anchor" aria-label="${label}"></a>`
}

function renderImage(node: ElementNode, renderer: Renderer): string {
  const { src, srcset, ...rest } = node.props
  const asset = typeof src === 'string' ? renderer.context.resolveAsset(src, node.at) : undefined
  const sources = resolveSources(srcset, node, renderer)
  if (!asset) return renderMissing(node, src)
  // A class or a style may set one of its sides, and the other would stay as large as the file has it.
  const isSized = ['width', 'height', 'class', 'style'].some((name) => rest[name] !== undefined)
  const size = isSized ? {} : sizeOf(asset)
  const props = { src: asset.href, alt: '', srcset: sources, ...size, loading: 'lazy', decoding: 'async', ...rest }
  return renderElement(node, renderer, props)
}

function sizeOf({ width, height }: { width?: number; height?: number }) {
  return width && height ? { width, height } : {}
}

/** What cannot be shown still says what it was, and asks no server for it. */
function renderMissing(node: ElementNode, src: PropValue): string {
  const alt = typeof node.props.alt === 'string' && node.props.alt !== '' ? node.props.alt : hostOf(src)
  // Of two pictures for light and dark only one may stand there.
  const own = typeof node.props.class === 'string' ? ` ${escapeAttribute(node.props.class)}` : ''
  if (alt === '') return `<span class="missing${own}"></span>`
  return `<span class="missing${own}" role="img" aria-label="${escapeAttribute(alt)}">${escapeAttribute(alt)}</span>`
}

/** Empty for a file of the site itself. */
function hostOf(src: PropValue): string {
  return (typeof src === 'string' && /^(?:https?:)?\/\/([^/?#\s]+)/i.exec(src)?.[1]) || ''
}

/**
 * A frame of another host asks that host for its content, so it waits for the reader: what stands in a template is
 * inert until the page's script puts it in the link's place. Without script the link leads there.
 */
function renderFrame(node: ElementNode, renderer: Renderer): string {
  const { src, title } = node.props
  const host = hostOf(src)
  if (host === '' || typeof src !== 'string' || !renderer.context.framesOnClick) return renderElement(node, renderer)
  const { words } = renderer.context
  const named = typeof title === 'string' && title !== '' ? `<strong>${escapeAttribute(title)}</strong> ` : ''
  const label = `${named}<span>${escapeAttribute(words.loadFrame.replace('%', () => host))}</span>`
  const link = `<a class="frame-link" data-bindery-do="frame" href="${escapeAttribute(src)}" target="_blank" rel="noopener noreferrer">${label}</a>`
  return `<span class="frame-wait">${link}<template>${renderElement(node, renderer)}</template></span>`
}

/** An address runs up to a space, and may hold commas but not end with one; its size runs up to a comma. */
const candidate = /([^\s,](?:\S*[^\s,])?)(?:\s+([^,]+))?/g

/** Undefined if none of the candidates is there. */
function resolveSources(list: PropValue, node: ElementNode, renderer: Renderer): string | undefined {
  if (typeof list !== 'string') return undefined
  const found = [...list.matchAll(candidate)].flatMap(([, src = '', size = '']) => {
    const asset = renderer.context.resolveAsset(src, node.at)
    return asset ? [`${asset.href} ${size}`.trim()] : []
  })
  return found.join(', ') || undefined
}

function renderMedia(node: ElementNode, renderer: Renderer): string {
  const props: ElementNode['props'] = { ...node.props, srcset: resolveSources(node.props.srcset, node, renderer) }
  for (const name of ['src', 'poster'] as const) {
    const value = props[name]
    if (typeof value !== 'string') continue
    const asset = renderer.context.resolveAsset(value, node.at)
    if (asset) props[name] = asset.href
    else delete props[name]
  }
  const lost = props.src === undefined ? hostOf(node.props.src) : ''
  if (lost !== '' && (node.name === 'video' || node.name === 'audio')) {
    return `<a class="missing" href="${escapeAttribute(String(node.props.src))}" rel="noopener noreferrer">${escapeAttribute(lost)}</a>`
  }
  if (node.name === 'source' && props.src === undefined && props.srcset === undefined) return ''
  if (node.name === 'video' && props.src === undefined && node.props.src !== undefined) return renderMissing(node, '')
  if (node.name === 'video' && props.preload === undefined && !props.autoplay) props.preload = 'metadata'
  return renderElement(node, renderer, props)
}
