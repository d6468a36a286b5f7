import type { ElementNode, PropValue, TreeNode } from '../../../model/page-tree.ts'
import { makeComponent, makeHtmlElement, type Refusal } from '../../sanitize/sanitize-element.ts'
import { nodesOf } from '../../text-of.ts'
import type { ElementRequest, Machine } from '../machine/machine.ts'
import { Rendered, type Value } from '../machine/values.ts'
import { toProp } from './render-value.ts'

/** The names that authors give to what most components have. */
const titles = ['title', 'heading', 'label']
const targets = ['href', 'to', 'url', 'link']
const texts = ['subtitle', 'description', 'text', 'summary']
const pictures = ['img', 'image', 'src', 'imageSrc']

/**
 * What stands for a component that is not known: a card if it has a title, a link if it only leads somewhere, an image if
 * it only shows one, else its content. What it is called and where it leads is never lost.
 */
export function renderStandIn(machine: Machine, request: ElementRequest): TreeNode[] {
  const { props, children, at } = request
  const find = (names: string[]) => names.map((name) => shownProp(machine, props.get(name))).find(isThere)
  const title = find(titles)
  if (request.isInline || title === undefined) return renderInline(machine, request, title, find(targets))
  const shown = { title, href: find(targets), icon: find(['icon', 'iconSrc']), img: find(pictures) }
  const described = texts.map((name) => shownProp(machine, props.get(name))).filter(isThere)
  const body = [...described.map((value) => makeHtmlElement('p', {}, nodesOfProp(value))), ...children]
  return [makeComponent('Card', shown, body, at, refusalAt(machine, request))]
}

function renderInline(machine: Machine, request: ElementRequest, title: PropValue, href: PropValue): TreeNode[] {
  const { props, children, at } = request
  const refuse = refusalAt(machine, request)
  const content = children.length > 0 ? children : nodesOfProp(title)
  if (typeof href === 'string') {
    return [makeHtmlElement('a', { href, title }, content.length > 0 ? content : nodesOfProp(href), at, refuse)]
  }
  if (title !== undefined && children.length > 0) return [makeComponent('Tooltip', { tip: title }, children, at)]
  if (content.length > 0) return content
  const described = texts.map((name) => shownProp(machine, props.get(name))).find(isThere)
  if (described !== undefined) return nodesOfProp(described)
  const src = pictures.map((name) => props.get(name)).find(isPicture)
  const alt = shownProp(machine, props.get('alt')) ?? ''
  return typeof src === 'string' ? [makeHtmlElement('img', { src, alt }, [], at, refuse)] : []
}

/** A card is small; content that stands in it twice and again may be endless. */
const nodesSearched = 300

/**
 * A component that leads somewhere by a handler, which a static page does not run, leads there by its title: the first
 * heading of what it renders.
 */
export function linkByTitle(nodes: TreeNode[], href: Value): TreeNode[] {
  const [root] = nodes
  if (typeof href !== 'string' || href === '' || nodes.length !== 1 || root?.kind !== 'element') return nodes
  const title = findLinkable(root)
  if (!title) return nodes
  title.children = [makeHtmlElement('a', { href, className: 'card-link' }, title.children, root.at)]
  root.props.class = `${typeof root.props.class === 'string' ? root.props.class : ''} linked`.trim()
  return nodes
}

/** The first heading, unless something already leads somewhere. */
function findLinkable(root: ElementNode): ElementNode | undefined {
  const waiting: TreeNode[] = [root]
  let title: ElementNode | undefined
  for (let count = 0; waiting.length > 0; count++) {
    const node = waiting.pop() as TreeNode
    if (node.kind === 'text') continue
    if (count > nodesSearched || node.props.href !== undefined) return undefined
    if (/^h[1-6]$/.test(node.name)) title ??= node
    for (let index = node.children.length - 1; index >= 0; index--) waiting.push(node.children[index] as TreeNode)
  }
  return title
}

function isPicture(src: Value): boolean {
  return typeof src === 'string' && /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#]|$)/i.test(src)
}

/** Text and JSX; anything else says nothing to a reader. */
function shownProp(machine: Machine, value: Value): PropValue {
  if (value instanceof Rendered) return toProp(value, machine)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function isThere(value: PropValue): boolean {
  return value !== undefined
}

function nodesOfProp(value: PropValue): TreeNode[] {
  if (typeof value === 'string') return [{ kind: 'text', value }]
  return [...(nodesOf(value) ?? [])]
}

export function refusalAt(machine: Machine, { at }: ElementRequest): Refusal {
  return (code, message) => machine.report(code, message, at)
}
