import { type AnyNode, type Expression, type ModuleDeclaration, type Node, Parser, type Statement } from 'acorn'
import jsx from 'acorn-jsx'
import type { SourcePoint } from '../../model/page-tree.ts'
import { PageError } from './page-error.ts'
import { Unsupported } from './unsupported.ts'

export interface JsxIdentifier extends Node {
  type: 'JSXIdentifier'
  name: string
}
export interface JsxMemberExpression extends Node {
  type: 'JSXMemberExpression'
  object: JsxIdentifier | JsxMemberExpression
  property: JsxIdentifier
}
export interface JsxNamespacedName extends Node {
  type: 'JSXNamespacedName'
  namespace: JsxIdentifier
  name: JsxIdentifier
}
export type JsxName = JsxIdentifier | JsxMemberExpression | JsxNamespacedName
export interface JsxText extends Node {
  type: 'JSXText'
  value: string
}
export interface JsxExpressionContainer extends Node {
  type: 'JSXExpressionContainer'
  expression: Expression | JsxElement | JsxFragment | { type: 'JSXEmptyExpression' }
}
export interface JsxSpreadChild extends Node {
  type: 'JSXSpreadChild'
  expression: Expression
}
export interface JsxAttribute extends Node {
  type: 'JSXAttribute'
  name: JsxIdentifier | JsxNamespacedName
  value: { type: 'Literal'; value: string } | JsxExpressionContainer | JsxElement | JsxFragment | null
}
export interface JsxSpreadAttribute extends Node {
  type: 'JSXSpreadAttribute'
  argument: Expression
}
export type JsxChild = JsxText | JsxExpressionContainer | JsxSpreadChild | JsxElement | JsxFragment
export interface JsxElement extends Node {
  type: 'JSXElement'
  openingElement: { name: JsxName; attributes: (JsxAttribute | JsxSpreadAttribute)[] }
  children: JsxChild[]
}
export interface JsxFragment extends Node {
  type: 'JSXFragment'
  children: JsxChild[]
}
export type ScriptNode = AnyNode | JsxElement | JsxFragment

const JsxParser = Parser.extend(jsx())

/** Of a whole script, or of a block of a page that starts at this place. */
export function parseStatements(source: string, start: SourcePoint): (Statement | ModuleDeclaration)[] {
  try {
    return JsxParser.parse(source, optionsAt(start)).body
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { line = 1, column = 0 } = (error as { loc?: { line: number; column: number } }).loc ?? {}
    const reason = `This is not valid JavaScript: ${quiet(error.message)}.`
    throw new PageError(start.file, start.line + line - 1, column + 1, reason)
  }
}

/** Without its place, and without an author's names: the report is public, what a script says is not. */
function quiet(message: string): string {
  return message.replace(/ \(\d+:\d+\)$/, '').replace(/'[^']*'/g, 'a name')
}

/** `undefined` when there is nothing but white space and comments in the braces. */
export function parseExpression(source: string, start: SourcePoint): ScriptNode | undefined {
  if (isOnlyComments(source)) return undefined
  try {
    const program = JsxParser.parse(`(${source}\n)`, optionsAt({ ...start, column: start.column - 1 }))
    const statement = program.body[0]
    if (statement?.type === 'ExpressionStatement' && program.body.length === 1) return statement.expression
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Unsupported('the braces hold no JavaScript expression')
}

export function isOnlyComments(source: string): boolean {
  let rest = source.trimStart()
  while (rest.startsWith('/*') || rest.startsWith('//')) {
    const close = rest.startsWith('/*') ? '*/' : '\n'
    const end = rest.indexOf(close, 2)
    rest = end === -1 ? '' : rest.slice(end + close.length).trimStart()
  }
  return rest === ''
}

/** acorn copies `sourceFile` into every location untouched: it carries where the text itself begins. */
function optionsAt(start: SourcePoint) {
  return {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    sourceFile: `${start.line}:${start.column}:${start.file}`,
  } as const
}

export function pointOf(node: Node): SourcePoint {
  const [, line = '1', column = '1', file = ''] = /^(\d+):(-?\d+):(.*)$/s.exec(node.loc?.source ?? '') ?? []
  const at = node.loc?.start ?? { line: 1, column: 0 }
  return {
    file,
    line: Number(line) + at.line - 1,
    column: at.line === 1 ? Number(column) + at.column : at.column + 1,
  }
}
