import { raw } from 'hono/html'
import type { ElementNode } from '../../../model/page-tree.ts'
import { textOf } from '../../../page/text-of.ts'
import type { ComponentProps, Renderer } from '../../html/component.ts'
import { readColor, readFlag, readText } from '../../html/read-props.ts'
import { renderIcon } from '../../html/render-icon.tsx'
import { type CalloutKind, calloutIcons } from './callout.tsx'

/**
 * The link is on the title and stretched over the card by CSS: a card may hold links of its own, and a link
 * inside a link is not HTML.
 */
export function Card({ node, renderer }: ComponentProps) {
  const href = readText(node, 'href')
  const color = readColor(node.props.color)
  const kind = kindOf(node)
  const icon = kind && !node.props.icon ? renderKindIcon(kind, renderer) : renderIcon(node, renderer)
  const classes = [
    'card',
    readFlag(node, 'horizontal') && 'card-horizontal',
    href && 'card-linked',
    kind && `card-${kind}`,
  ]
  return (
    <div class={classes.filter(Boolean).join(' ')} style={color && `--icon:${color}`}>
      <CardPicture node={node} renderer={renderer} />
      {icon.toString() !== '' && <span class="card-icon">{icon}</span>}
      <div class="card-body">
        <CardTitle node={node} renderer={renderer} />
        {renderer.children(node.children)}
        {readText(node, 'cta') && <p class="card-cta">{renderer.value(node.props.cta)}</p>}
      </div>
      {href && hasArrow(href, node.props.arrow) && (
        <span class="card-arrow">{raw(renderer.context.icon('arrow-up-right', { library: 'lucide' }) ?? '')}</span>
      )}
    </div>
  )
}

/** A card may look like a callout. */
function kindOf(node: ElementNode): CalloutKind | undefined {
  const kind = readText(node, 'type') ?? ''
  return Object.hasOwn(calloutIcons, kind) ? (kind as CalloutKind) : undefined
}

function renderKindIcon(kind: CalloutKind, { context }: Renderer) {
  return raw(context.icon(calloutIcons[kind], { library: 'lucide' }) ?? '')
}

function CardTitle({ node, renderer }: ComponentProps) {
  const href = readText(node, 'href')
  const title = renderer.value(node.props.title)
  if (!href) return title.toString() === '' ? raw('') : <p class="card-title">{title}</p>
  const link = renderer.context.resolveLink(href, node.at)
  if (title.toString() !== '') {
    return (
      <p class="card-title">
        <a class="card-link" href={link}>
          {title}
        </a>
      </p>
    )
  }
  return (
    <a class="card-link" href={link}>
      <span class="visually-hidden">{textOf(node.children).trim() || href}</span>
    </a>
  )
}

function CardPicture({ node, renderer }: ComponentProps) {
  const src = readText(node, 'img')
  const asset = src === undefined ? undefined : renderer.context.resolveAsset(src, node.at)
  if (!asset) return raw('')
  const { href, width, height } = asset
  return <img class="card-picture" src={href} alt="" loading="lazy" decoding="async" width={width} height={height} />
}

/** Links that leave the site show it; an author may ask for the arrow or against it. */
function hasArrow(href: string, arrow: unknown): boolean {
  if (arrow === undefined) return /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(href)
  return arrow === true || arrow === 'true'
}
