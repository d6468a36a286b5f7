import type { SourcePoint, TreeNode } from '../../../model/page-tree.ts'
import { cleanText } from '../../parse/clean-text.ts'
import {
  type JsxAttribute,
  type JsxChild,
  type JsxElement,
  type JsxExpressionContainer,
  type JsxName,
  type JsxSpreadAttribute,
  pointOf,
} from '../../parse/parse-script.ts'
import { Unsupported } from '../../parse/unsupported.ts'
import type { Machine } from '../machine/machine.ts'
import { MissingImport, type Scope, type Value, type ValueMap } from '../machine/values.ts'
import { toNodes } from './render-value.ts'

const isHandler = (name: string) => /^on[A-Z]/.test(name)

/** JSX inside an expression or an author's component. */
export function renderJsxElement(machine: Machine, node: JsxElement, scope: Scope): TreeNode[] {
  const name = nameOf(node.openingElement.name)
  const at = pointOf(node)
  const props: ValueMap = new Map()
  for (const attribute of node.openingElement.attributes) {
    guarded(machine, pointOf(attribute), () => setAttribute(machine, attribute, props, scope))
  }
  const children = renderJsxChildren(machine, node.children, scope)
  return machine.renderElement({ name, props, children, scope, at })
}

function setAttribute(machine: Machine, node: JsxAttribute | JsxSpreadAttribute, props: ValueMap, scope: Scope) {
  if (node.type === 'JSXSpreadAttribute') return spreadInto(props, machine.evaluate(node.argument, scope))
  const name = nameOf(node.name)
  if (isHandler(name)) return reportHandler(machine, name, pointOf(node))
  props.set(name, attributeValue(machine, node, scope))
}

function attributeValue(machine: Machine, { value }: JsxAttribute, scope: Scope): Value {
  if (value === null) return true
  if (value.type === 'Literal') return value.value
  if (value.type !== 'JSXExpressionContainer') return machine.evaluate(value, scope)
  return value.expression.type === 'JSXEmptyExpression' ? undefined : machine.evaluate(value.expression, scope)
}

export function spreadInto(props: ValueMap, value: Value) {
  if (value === null || value === undefined || value === false) return
  if (!(value instanceof Map)) throw new Unsupported('only an object can be spread here')
  for (const [key, inner] of value) props.set(key, inner)
}

export function reportHandler(machine: Machine, name: string, at: SourcePoint) {
  machine.report('event_handler', `"${name}" is left out: a static page runs no handlers.`, at)
}

export function renderJsxChildren(machine: Machine, children: JsxChild[], scope: Scope): TreeNode[] {
  const nodes: TreeNode[] = []
  for (const child of children) {
    for (const node of renderChild(machine, child, scope)) nodes.push(node)
  }
  return nodes
}

function renderChild(machine: Machine, child: JsxChild, scope: Scope): TreeNode[] {
  switch (child.type) {
    case 'JSXText': {
      const value = cleanText(child.value)
      return value === '' ? [] : [{ kind: 'text', value }]
    }
    case 'JSXExpressionContainer':
      return renderContainer(machine, child, scope)
    case 'JSXSpreadChild':
      throw new Unsupported('children cannot be spread')
    default:
      return toNodes(machine.evaluate(child, scope), machine)
  }
}

function renderContainer(machine: Machine, container: JsxExpressionContainer, scope: Scope): TreeNode[] {
  const { expression } = container
  if (expression.type === 'JSXEmptyExpression') return []
  const render = () => toNodes(machine.evaluate(expression, scope), machine)
  return guarded(machine, pointOf(container), render) ?? []
}

/** The smallest thing that cannot be known is left out; all around it is rendered. */
export function guarded<Result>(machine: Machine, at: SourcePoint, work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error
    if (!(error instanceof MissingImport)) machine.report('fallback', `Left out: ${error.message}.`, at)
    return undefined
  }
}

function nameOf(name: JsxName): string {
  if (name.type === 'JSXIdentifier') return name.name
  if (name.type === 'JSXNamespacedName') return `${name.namespace.name}:${name.name.name}`
  return `${nameOf(name.object)}.${name.property.name}`
}
