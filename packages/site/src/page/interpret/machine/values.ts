import type {
  AnonymousFunctionDeclaration,
  ArrowFunctionExpression,
  FunctionDeclaration,
  FunctionExpression,
} from 'acorn'
import type { TreeNode } from '../../../model/page-tree.ts'
import { Unsupported } from '../../parse/unsupported.ts'

/**
 * What an author's expression can be. Objects are Maps: they hold the author's own keys and have no prototype
 * to reach for, so `x.constructor` and `x.__proto__` are just keys that are not there.
 */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | string
  | Value[]
  | ValueMap
  | Closure
  | SnippetComponent
  | Rendered
  | Opaque

export type ValueMap = Map<string, Value>

export type FunctionNode =
  | ArrowFunctionExpression
  | FunctionExpression
  | FunctionDeclaration
  | AnonymousFunctionDeclaration

/** A function of the author's, with the names that were visible where it was written. */
export class Closure {
  readonly node: FunctionNode
  readonly scope: Scope

  constructor(node: FunctionNode, scope: Scope) {
    this.node = node
    this.scope = scope
  }
}

/** The body of an `.mdx` file, imported as a component. */
export class SnippetComponent {
  readonly path: string
  readonly render: (props: ValueMap) => TreeNode[]

  constructor(path: string, render: (props: ValueMap) => TreeNode[]) {
    this.path = path
    this.render = render
  }
}

/** JSX that has been rendered. */
export class Rendered {
  readonly nodes: TreeNode[]

  constructor(nodes: TreeNode[]) {
    this.nodes = nodes
  }
}

/** A missing import is reported where it stands, and is no fallback of the place that uses it. */
export class MissingImport extends Unsupported {}

/** Something that has a name but no value at build time. Using it falls back; having it does not. */
export class Opaque {
  readonly #reason: Unsupported

  constructor(reason: Unsupported) {
    this.#reason = reason
  }

  use(): never {
    throw this.#reason
  }
}

/** A value worked out when it is first asked for: nobody pays for an `export` that a page does not use. */
export class Lazy {
  #work: (() => Value) | undefined
  #value: Value
  #running = false

  constructor(work: () => Value) {
    this.#work = work
  }

  /** Undefined as long as nobody has asked for it. */
  peek(): Value {
    return this.#value
  }

  force(name: string): Value {
    if (!this.#work) return this.#value
    if (this.#running) throw new Unsupported(`"${name}" is made from itself`)
    this.#running = true
    try {
      this.#value = this.#work()
      this.#work = undefined
      return this.#value
    } finally {
      this.#running = false
    }
  }
}

export class Scope {
  readonly #bindings = new Map<string, Value | Lazy>()
  readonly #parent: Scope | undefined

  constructor(parent?: Scope) {
    this.#parent = parent
  }

  set(name: string, value: Value | Lazy) {
    this.#bindings.set(name, value)
  }

  has(name: string): boolean {
    return this.#bindings.has(name) || (this.#parent?.has(name) ?? false)
  }

  /** The scope that binds the name. */
  ownerOf(name: string): Scope | undefined {
    return this.#bindings.has(name) ? this : this.#parent?.ownerOf(name)
  }

  /** The name that this very value has here. */
  nameOf(value: Value): string | undefined {
    for (const [name, bound] of this.#bindings) {
      if ((bound instanceof Lazy ? bound.peek() : bound) === value) return name
    }
    return undefined
  }

  get(name: string): Value {
    if (!this.#bindings.has(name)) return this.#parent?.get(name)
    const value = this.#bindings.get(name)
    return value instanceof Lazy ? value.force(name) : value
  }
}

export function isTruthy(value: Value): boolean {
  return typeof value === 'object' && value !== null ? true : Boolean(value)
}

export function typeOf(value: Value): string {
  if (value instanceof Closure || value instanceof SnippetComponent) return 'function'
  return typeof value
}
