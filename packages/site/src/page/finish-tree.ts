import { LimitExceeded, type Limits } from './limits.ts'
import { Slugger } from './slug-headings.ts'
import type { ElementNode, Fragment, PropObject, PropValue, TreeNode } from './tree.ts'

export interface Heading {
  depth: number
  id: string
  text: string
}

/**
 * The last walk: gives headings their ids in reading order, and makes every node stand once. An author's
 * component may draw the same children twice, so a small graph can stand for a huge tree; the count here is
 * of what is drawn, and ends a page that would outgrow its limit.
 */
export function finishTree(children: TreeNode[], markdownHeadings: ReadonlySet<TreeNode>, limits: Limits) {
  const headings: Heading[] = []
  const slugger = new Slugger()
  let count = 0

  function finishNode(node: TreeNode): TreeNode {
    charge()
    if (node.kind === 'text') return node
    const element: ElementNode = { ...node, props: finishProps(node.props) }
    if (markdownHeadings.has(node)) addHeading(element, node)
    element.children = node.children.map(finishNode)
    return element
  }

  function finishProps(props: PropObject): PropObject {
    const finished: PropObject = {}
    for (const key in props) finished[key] = finishProp(props[key])
    return finished
  }

  function finishProp(value: PropValue): PropValue {
    if (typeof value !== 'object' || value === null) return value
    charge()
    if (Array.isArray(value)) return value.map(finishProp)
    if (isTreeNode(value)) return finishNode(value)
    if (value.kind === 'fragment') return { kind: 'fragment', children: (value as Fragment).children.map(finishNode) }
    return finishProps(value as PropObject)
  }

  function addHeading(element: ElementNode, { children: content }: ElementNode) {
    const text = content.map(textOf).join('').replace(/\s+/g, ' ').trim()
    const own = element.props.id
    const id = typeof own === 'string' ? own : slugger.slug(text)
    slugger.reserve(id)
    element.props.id = id
    headings.push({ depth: Number(element.name.slice(1)), id, text })
  }

  function charge() {
    count += 1
    if (count > limits.nodes) throw new LimitExceeded(`The page draws more than ${limits.nodes} nodes. Split it.`)
  }

  return { children: children.map(finishNode), headings }
}

function isTreeNode(value: object): value is TreeNode {
  const kind = (value as { kind?: unknown }).kind
  return kind === 'text' || kind === 'element'
}

/** The words of a node, as a table of contents shows them. */
function textOf(node: TreeNode): string {
  if (node.kind === 'text') return node.value
  return node.children.map(textOf).join('')
}
