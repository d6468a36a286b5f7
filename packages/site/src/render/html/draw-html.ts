import type { ElementNode, PropValue, TreeNode } from '../../model/page-tree.ts'
import type { Drawing } from './component.ts'
import { escapeAttribute } from './escape-html.ts'

const voidElements = new Set('area br col hr img input source track wbr'.split(' '))

/**
 * An HTML element as text. Its name and attributes have passed the allow-list; here only the addresses still
 * change, and what a reader needs around headings, images and tables is added.
 */
export function drawHtml(node: ElementNode, drawing: Drawing): string {
  switch (node.name) {
    case 'a':
      return drawLink(node, drawing)
    case 'img':
      return drawImage(node, drawing)
    case 'video':
    case 'audio':
    case 'source':
    case 'track':
      return drawMedia(node, drawing)
    case 'summary':
      // A summary is a button, and a button holds no link: a heading in it goes without its own.
      return drawElement(node, drawing).replaceAll(/<a class="anchor"[^>]*><\/a>/g, '')
    case 'th':
      return drawHeaderCell(node, drawing)
    case 'input':
      return drawElement(node, drawing, { 'aria-label': labelOfBox(node, drawing), ...node.props })
    case 'table':
      return `<div class="table-scroll">${drawElement(node, drawing)}</div>`
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return drawHeading(node, drawing)
    default:
      return drawElement(node, drawing)
  }
}

function drawElement(node: ElementNode, drawing: Drawing, props = node.props, before = ''): string {
  const start = `<${node.name}${drawAttributes(props)}>`
  return voidElements.has(node.name) ? start : `${start}${before}${drawing.text(node.children)}</${node.name}>`
}

function drawAttributes(props: Record<string, PropValue>): string {
  let text = ''
  for (const name in props) {
    const value = props[name]
    if (value === true) text += ` ${name}`
    else if (typeof value === 'string' || typeof value === 'number')
      text += ` ${name}="${escapeAttribute(String(value))}"`
  }
  return text
}

function drawLink(node: ElementNode, drawing: Drawing): string {
  const { href } = node.props
  if (typeof href !== 'string') return drawElement(node, drawing)
  return drawElement(node, drawing, { ...node.props, href: drawing.context.resolveLink(href, node.at) })
}

/** A header that names nothing is an ordinary cell, as is the corner of a table with headers on two sides. */
function drawHeaderCell(node: ElementNode, drawing: Drawing): string {
  const { scope, ...props } = node.props
  const isNamed = props['aria-label'] !== undefined || node.children.some(hasContent)
  return drawElement(isNamed ? node : { ...node, name: 'td', props }, drawing)
}

function hasContent(node: TreeNode): boolean {
  if (node.kind === 'text') return node.value.trim() !== ''
  const isComponent = node.name.charCodeAt(0) < 97
  return isComponent || node.name === 'img' || node.children.some(hasContent)
}

/** The box of a task list has no label in Markdown. */
function labelOfBox(node: ElementNode, { context: { words } }: Drawing): string | undefined {
  if (node.props.type !== 'checkbox') return undefined
  return node.props.checked ? words.done : words.toDo
}

function drawHeading(node: ElementNode, drawing: Drawing): string {
  const { id } = node.props
  if (typeof id !== 'string') return drawElement(node, drawing)
  const label = escapeAttribute(drawing.context.words.linkToSection)
  return drawElement(
    node,
    drawing,
    node.props,
    `<a class="anchor" href="#${encodeURIComponent(id)}" aria-label="${label}"></a>`,
  )
}

function drawImage(node: ElementNode, drawing: Drawing): string {
  const { src, srcset, ...rest } = node.props
  const asset = typeof src === 'string' ? drawing.context.resolveAsset(src, node.at) : undefined
  if (!asset) return drawMissing(node)
  const size = rest.width === undefined && rest.height === undefined ? sizeOf(asset) : {}
  const sources = resolveSources(srcset, node, drawing)
  const props = { src: asset.href, alt: '', srcset: sources, ...size, loading: 'lazy', decoding: 'async', ...rest }
  return drawElement(node, drawing, props)
}

function sizeOf({ width, height }: { width?: number; height?: number }) {
  return width && height ? { width, height } : {}
}

/** What cannot be shown still says what it was, and asks no server for it. */
function drawMissing(node: ElementNode): string {
  const alt = typeof node.props.alt === 'string' ? node.props.alt : ''
  if (alt === '') return '<span class="missing"></span>'
  return `<span class="missing" role="img" aria-label="${escapeAttribute(alt)}">${escapeAttribute(alt)}</span>`
}

/** An address runs up to a space, and may hold commas but not end with one; its size runs up to a comma. */
const candidate = /([^\s,](?:\S*[^\s,])?)(?:\s+([^,]+))?/g

/** Undefined if none of the candidates is there. */
function resolveSources(list: PropValue, node: ElementNode, drawing: Drawing): string | undefined {
  if (typeof list !== 'string') return undefined
  const found = [...list.matchAll(candidate)].flatMap(([, src = '', size = '']) => {
    const asset = drawing.context.resolveAsset(src, node.at)
    return asset ? [`${asset.href} ${size}`.trim()] : []
  })
  return found.join(', ') || undefined
}

function drawMedia(node: ElementNode, drawing: Drawing): string {
  const props: ElementNode['props'] = { ...node.props, srcset: resolveSources(node.props.srcset, node, drawing) }
  for (const name of ['src', 'poster'] as const) {
    const value = props[name]
    if (typeof value !== 'string') continue
    const asset = drawing.context.resolveAsset(value, node.at)
    if (asset) props[name] = asset.href
    else delete props[name]
  }
  if (node.name === 'source' && props.src === undefined && props.srcset === undefined) return ''
  if (node.name === 'video' && props.preload === undefined && !props.autoplay) props.preload = 'metadata'
  return drawElement(node, drawing, props)
}
