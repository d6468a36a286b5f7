import type { ElementNode, Fragment, PropObject, PropValue, TreeNode } from '../../../model/page-tree.ts'
import { type Heading, PartNamer } from '../../ids/name-parts.ts'
import { LimitExceeded, type Limits } from '../machine/limits.ts'

export interface FinishedTree {
  children: TreeNode[]
  headings: Heading[]
  ids: string[]
}

/**
 * The last walk: gives headings and parts their ids, splits paragraphs, and makes every node stand once.
 * An author's component may render the same children twice, so a small graph can stand for a huge tree; what is
 * counted here is what is rendered, and a page that outgrows its limits ends.
 */
export function finishTree(
  children: TreeNode[],
  markdownHeadings: ReadonlySet<TreeNode>,
  limits: Limits,
): FinishedTree {
  const walk = new Walk(markdownHeadings, limits)
  const finished = walk.finishChildren(children)
  return { children: finished, ids: walk.parts.finish(), headings: walk.parts.headings }
}

class Walk {
  readonly parts = new PartNamer()
  readonly #markdownHeadings: ReadonlySet<TreeNode>
  readonly #limits: Limits
  readonly #seen = new Set<ElementNode>()
  #count = 0
  #length = 0
  #depth = 0

  constructor(markdownHeadings: ReadonlySet<TreeNode>, limits: Limits) {
    this.#markdownHeadings = markdownHeadings
    this.#limits = limits
    for (const heading of markdownHeadings) {
      const id = heading.kind === 'element' ? heading.props.id : undefined
      if (typeof id === 'string') this.parts.reserve(id)
    }
  }

  finishChildren(nodes: TreeNode[]): TreeNode[] {
    this.#enter()
    const finished: TreeNode[] = []
    for (const node of nodes) {
      const child = this.#finishNode(node)
      if (child.kind === 'element' && child.name === 'p') finished.push(...splitParagraph(child))
      else finished.push(child)
    }
    this.#depth -= 1
    return finished
  }

  #finishNode(node: TreeNode): TreeNode {
    if (node.kind === 'text') {
      this.#charge(node.value.length)
      return node
    }
    this.#charge(0)
    const element = this.#own(node)
    this.parts.enter(element, this.#markdownHeadings.has(node))
    for (const key in element.props) element.props[key] = this.#finishProp(element.props[key])
    element.children = this.finishChildren(element.children)
    this.parts.leave(element)
    return element
  }

  /** Most nodes stand once and are finished as they are; one that comes again is copied. */
  #own(node: ElementNode): ElementNode {
    if (this.#seen.has(node)) return { ...node, props: { ...node.props } }
    this.#seen.add(node)
    return node
  }

  #finishProp(value: PropValue): PropValue {
    this.#charge(typeof value === 'string' ? value.length : 0)
    if (typeof value !== 'object' || value === null) return value
    this.#enter()
    const finished = this.#finishObject(value)
    this.#depth -= 1
    return finished
  }

  #finishObject(value: TreeNode | Fragment | PropValue[] | PropObject): PropValue {
    if (Array.isArray(value)) return value.map((inner) => this.#finishProp(inner))
    if (isTreeNode(value)) return this.#finishNode(value)
    if (value.kind === 'fragment') {
      return { kind: 'fragment', children: this.finishChildren((value as Fragment).children) }
    }
    const finished: PropObject = {}
    for (const [key, inner] of Object.entries(value as PropObject)) finished[key] = this.#finishProp(inner)
    return finished
  }

  #charge(characters: number) {
    const { nodes, textLength } = this.#limits
    this.#count += 1
    this.#length += characters
    if (this.#count > nodes) throw new LimitExceeded(`The page draws more than ${nodes} nodes. Split it.`)
    if (this.#length > textLength)
      throw new LimitExceeded(`The page draws more than ${textLength} characters. Split it.`)
  }

  #enter() {
    const { depth } = this.#limits
    this.#depth += 1
    if (this.#depth > depth) throw new LimitExceeded(`The page nests more than ${depth} levels deep. Make it flatter.`)
  }
}

function isTreeNode(value: object): value is TreeNode {
  const kind = (value as { kind?: unknown }).kind
  return kind === 'text' || kind === 'element'
}

const blockElements = new Set(
  `address article aside blockquote center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6
  header hgroup hr li menu nav ol p pre search section summary table ul`.split(/\s+/),
)
const inlineComponents = new Set(['Badge', 'Icon', 'Latex', 'Math', 'Tooltip'])

/**
 * A browser ends a paragraph where a block begins and leaves the rest without one. So `text <Card /> text`
 * becomes paragraph, card, paragraph here, and the HTML that is written is the HTML that is read. One that its author
 * styles stays whole: `<p className="lead">` around a line of its own is that line's paragraph, around more it is a box.
 */
function splitParagraph(paragraph: ElementNode): TreeNode[] {
  if (!paragraph.children.some(isBlock)) return [paragraph]
  if (paragraph.props.class !== undefined || paragraph.props.style !== undefined) return [boxOf(paragraph)]
  const parts: TreeNode[] = []
  let line: TreeNode[] = []
  const endLine = () => {
    if (line.some(isVisible)) parts.push({ ...paragraph, children: line })
    line = []
  }
  for (const child of paragraph.children) {
    if (!isBlock(child)) line.push(child)
    else {
      endLine()
      parts.push(child)
    }
  }
  endLine()
  return parts
}

function boxOf({ props, children, ...node }: ElementNode): ElementNode {
  const [only, ...others] = children.filter((child) => child.kind === 'element' || child.value.trim() !== '')
  if (others.length > 0 || only?.kind !== 'element' || only.name !== 'p')
    return { ...node, name: 'div', props, children }
  return { ...node, props: { ...only.props, ...props }, children: only.children }
}

function isBlock(node: TreeNode): boolean {
  if (node.kind === 'text') return false
  if (node.name.startsWith('bindery-')) return node.children.some(isBlock)
  if (/^[A-Z]/.test(node.name)) return !inlineComponents.has(node.name)
  return blockElements.has(node.name)
}

function isVisible(node: TreeNode): boolean {
  return node.kind === 'element' ? node.name !== 'br' : node.value.trim() !== ''
}
