import type { SourcePoint, TreeNode } from '../../../model/page-tree.ts'
import type { Place } from '../../compile/link-modules.ts'
import type { Budget } from '../machine/limits.ts'
import type { ElementRequest, IslandWatch, Machine } from '../machine/machine.ts'
import type { Closure, Scope } from '../machine/values.ts'
import { placeSlots, withoutIslands } from './place-slots.ts'
import { writeProps } from './write-props.ts'

/** A component of the author's that comes to life in a browser, in the element that has its number. */
export interface Island {
  place: Place
  /** An expression of the slots and the references, as JavaScript. */
  props: string
  /** Functions of the author's that it is given. */
  references: Place[]
  /** Texts among the props that may be addresses of the site. */
  paths: string[]
  at: SourcePoint
}

interface Frame {
  /** What the component does that only a browser can. */
  noted: Parameters<Machine['report']>[]
  firstIsland: number
}

const needsBrowser = new Set(['fallback', 'event_handler'])
/** What the sanitizer keeps out of a page's own text, and a component in a browser makes itself. */
const worksInBrowser = new Set(['unknown_component', 'refused_element', 'refused_url', 'refused_style', 'raw_html'])

/**
 * Watches the author's components while their first state is rendered. One that needs a browser becomes an island if a
 * browser can be told where it stands and what it is given; else the component around it has to be one. With `compiles`
 * off nothing changes on the page, and the outermost of them is only reported.
 */
export class IslandFinder implements IslandWatch {
  readonly islands: Island[] = []
  /** The text of each file whose names are known, in blocks. */
  readonly files = new Map<string, { scope: Scope; blocks: string[] }>()
  readonly #frames: Frame[] = []
  readonly #report: Machine['report']
  readonly #compiles: boolean
  readonly #budget: Budget

  constructor(compiles: boolean, budget: Budget, report: Machine['report']) {
    this.#compiles = compiles
    this.#budget = budget
    this.#report = report
  }

  report(...noted: Parameters<Machine['report']>): void {
    const frame = this.#frames.at(-1)
    if (frame && (needsBrowser.has(noted[0]) || worksInBrowser.has(noted[0]))) frame.noted.push(noted)
    else this.#report(...noted)
  }

  declare(scope: Scope, file: string, block: string): void {
    const known = this.files.get(file)
    if (known?.scope === scope) known.blocks.push(block)
    else this.files.set(file, { scope, blocks: [block] })
  }

  watch(request: ElementRequest, render: () => TreeNode[]): TreeNode[] {
    const frame: Frame = { noted: [], firstIsland: this.islands.length }
    this.#frames.push(frame)
    const nodes = renderInside(render, () => void this.#frames.pop())
    const isInteractive = frame.noted.some(([code]) => needsBrowser.has(code))
    const island = this.#compiles && isInteractive ? this.#makeIsland(request, nodes, frame) : undefined
    if (island) return island
    for (const one of frame.noted) this.report(...one)
    if (isInteractive && !this.#compiles && this.#frames.length === 0) this.#reportGain(request)
    return nodes
  }

  #reportGain({ name, at }: ElementRequest): void {
    this.#report('browser_code', `<${name}> works in a browser only; the page shows its first state.`, at)
  }

  #makeIsland({ name, props, children, scope, at }: ElementRequest, nodes: TreeNode[], { firstIsland }: Frame) {
    const file = this.#fileOf(name, scope)
    const written =
      file === undefined ? undefined : writeProps(props, children, this.#budget, (closure) => this.#placeOf(closure))
    if (file === undefined || !written) return undefined
    // Those inside it are part of it now.
    this.islands.length = firstIsland
    const shown = placeSlots(withoutIslands(nodes, firstIsland, this.#budget), written.slots, this.#budget)
    const n =
      this.islands.push({
        place: { file, name },
        props: written.text,
        references: written.references,
        paths: written.paths,
        at,
      }) - 1
    return [makeElement('bindery-island', { n, style: 'display:contents' }, shown)]
  }

  #placeOf(closure: Closure): Place | undefined {
    for (const [file, { scope }] of this.files) {
      const name = scope.nameOf(closure)
      if (name !== undefined) return { file, name }
    }
    return undefined
  }

  /** Of the file at whose top the name is bound; a name of an inner function has no address. */
  #fileOf(name: string, scope: Scope): string | undefined {
    const owner = scope.ownerOf(name.split('.', 1)[0] ?? name)
    return [...this.files].find(([, file]) => file.scope === owner)?.[0]
  }
}

function renderInside(render: () => TreeNode[], leave: () => void): TreeNode[] {
  try {
    return render()
  } finally {
    leave()
  }
}

function makeElement(name: string, props: Record<string, string | number | true>, children: TreeNode[]): TreeNode {
  return { kind: 'element', name, props, children }
}
