import type { SourcePoint, TreeNode } from '../../../model/page-tree.ts'
import type { ScriptNode } from '../../parse/parse-script.ts'
import type { Budget } from './limits.ts'
import type { Closure, Scope, SnippetComponent, Value, ValueMap } from './values.ts'

export interface ElementRequest {
  name: string
  props: ValueMap
  children: TreeNode[]
  scope: Scope
  at: SourcePoint
  /** It stands in a line of text. */
  isInline?: boolean
}

/** Notes which of the author's components need a browser. */
export interface IslandWatch {
  /** A block of a file of the author's, and the scope that holds the names at its top. */
  declare(scope: Scope, file: string, block: string): void
  /** Around the rendering of one component. */
  watch(request: ElementRequest, render: () => TreeNode[]): TreeNode[]
}

/** The parts of the interpreter that need one another, wired once for each page in `interpret-page.ts`. */
export interface Machine {
  readonly budget: Budget
  readonly islands: IslandWatch
  readonly components: ReadonlySet<string>
  readonly variables: Readonly<Record<string, string>>
  report(code: string, message: string, at: Readonly<SourcePoint>): void
  evaluate(node: ScriptNode, scope: Scope): Value
  call(closure: Closure, args: Value[]): Value
  renderElement(request: ElementRequest): TreeNode[]
  findSnippet(file: string, fromFile: string): SnippetComponent | undefined
}
