import type { ElementNode, TreeNode } from '../../model/page-tree.ts'
import { textOf, textOfProp } from '../text-of.ts'
import { anchorOf } from './anchor-of.ts'
import { slug } from './create-ids.ts'
import { earlierAnchorOf } from './earlier-anchor-of.ts'
import { IdPool } from './id-pool.ts'

/** A line of the contents list. */
export interface Heading {
  depth: number
  id: string
  text: string
}

interface TitledPart {
  element: ElementNode
  title: string
  /** What it is called where its title has no word. */
  fallback: string
  entry: Heading | undefined
}

/**
 * Gives the parts of a page their ids: first the headings, in reading order, then steps, tabs, accordions, updates and
 * headings written as tags, which make way for them and for what an author named. What a part was called before is an
 * alias, where nothing else has that name.
 */
export class PartNamer {
  readonly headings: Heading[] = []
  readonly #pool = new IdPool()
  readonly #earlier = new IdPool()
  readonly #given = new Set<string>()
  readonly #written = new Set<string>()
  readonly #titled: TitledPart[] = []
  readonly #aliases: [element: ElementNode, id: string][] = []
  /** Of the `Steps` around. */
  readonly #titleSizes: string[] = []
  /** Elements with an id of their author around. */
  readonly #wrappers: ElementNode[] = []
  #updates = 0

  /** An id that an author wrote for a heading wins over one made from a title, wherever the two stand. */
  reserve(id: string): void {
    this.#pool.add(id)
    this.#earlier.add(id)
  }

  enter(element: ElementNode, isMarkdownHeading: boolean): void {
    if (isMarkdownHeading) this.#addHeading(element)
    else {
      if (isTag(element) && typeof element.props.id === 'string') this.#wrappers.push(element)
      this.#addPart(element)
    }
  }

  leave(element: ElementNode): void {
    const { name } = element
    if (this.#wrappers.at(-1) === element) this.#wrappers.pop()
    if (name === 'Steps') this.#titleSizes.pop()
    if (name === 'Update') this.#updates -= 1
  }

  /** Names what waited until every heading and every id of the author's was known. All ids of the page. */
  finish(): string[] {
    for (const id of this.#written) this.#pool.add(id)
    for (const part of this.#titled) this.#name(part)
    for (const [element, id] of this.#aliases) this.#addAlias(element, id)
    return this.#pool.list()
  }

  #addHeading(element: ElementNode): void {
    const text = textOf(element.children).replace(/\s+/g, ' ').trim()
    const own = element.props.id
    const isOwn = typeof own === 'string' && !this.#given.has(own)
    const id = isOwn ? own : this.#pool.take(anchorOf(textOf(element.children.filter(isName))) || 'section')
    if (!isOwn) this.#aliases.push([element, this.#earlier.take(earlierAnchorOf(text) || 'section', 1)])
    this.#given.add(id)
    element.props.id = id
    // Authors wrap a heading to give it the id that it has anyway; a page has an id once.
    const wrapper = this.#wrappers.at(-1)
    if (wrapper?.props.id === id) delete wrapper.props.id
    // Of a changelog the contents list names the entries, and not the “Fixes” of each.
    this.headings.push({ depth: Number(element.name.slice(1)) + (this.#updates > 0 ? 2 : 0), id, text })
  }

  #addPart(element: ElementNode): void {
    const own = textOfProp(element.props.id).trim()
    if (own !== '') this.#written.add(own)
    if (element.name === 'Steps') this.#titleSizes.push(textOfProp(element.props.titleSize))
    const title = titleOf(element)
    if (title === undefined) return
    const depth = this.#depthOf(element)
    const entry = depth === undefined || title === '' ? undefined : { depth, id: own, text: title }
    if (entry) this.headings.push(entry)
    if (own === '') this.#titled.push({ element, title, fallback: fallbacks.get(element.name) ?? 'part', entry })
    if (element.name === 'Update') this.#updates += 1
  }

  #name({ element, title, fallback, entry }: TitledPart): void {
    const id = this.#pool.take(anchorOf(title) || fallback)
    element.props.id = id
    if (entry) entry.id = id
    // A heading written as a tag had no id before.
    if (!isTag(element))
      this.#aliases.push([element, this.#earlier.take(slug(title || fallback, Number.POSITIVE_INFINITY) || 'part')])
  }

  #addAlias(element: ElementNode, id: string): void {
    if (this.#pool.has(id)) return
    this.#pool.add(id)
    if (isTag(element)) element.props.alias = id
    else element.children.unshift({ kind: 'element', name: 'a', props: { id }, children: [] })
  }

  #depthOf({ name, props }: ElementNode): number | undefined {
    if (name === 'Update') return 2
    if (name !== 'Step') return undefined
    return stepDepths.get(textOfProp(props.titleSize) || (this.#titleSizes.at(-1) ?? ''))
  }
}

/** A badge says something about what a heading names, and comes and goes. */
function isName(child: TreeNode): boolean {
  return child.kind === 'text' || child.name !== 'Badge'
}

const stepDepths = new Map([
  ['h2', 2],
  ['h3', 3],
  ['h4', 4],
])

const fallbacks = new Map([
  ['Accordion', 'accordion'],
  ['Step', 'step'],
  ['Tab', 'tab'],
  ['Update', 'update'],
  ['View', 'view'],
])

function isTag({ name }: ElementNode): boolean {
  return name.charCodeAt(0) >= 97
}

/** The words that name a part, undefined for an element that is none. */
function titleOf({ name, props, children }: ElementNode): string | undefined {
  switch (name) {
    case 'Step':
    case 'Accordion':
      return textOfProp(props.title).trim()
    case 'Tab':
    case 'View':
      return textOfProp(props.title).trim() || textOfProp(props.value).trim()
    case 'Update':
      return textOfProp(props.label).trim() || textOfProp(props.date).trim()
    default:
      return /^h[1-6]$/.test(name) ? textOf(children).replace(/\s+/g, ' ').trim() : undefined
  }
}
