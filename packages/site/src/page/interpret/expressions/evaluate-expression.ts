import type {
  ArrayExpression,
  CallExpression,
  Expression,
  MemberExpression,
  ObjectExpression,
  SpreadElement,
  TemplateLiteral,
} from 'acorn'
import { pointOf, type ScriptNode } from '../../parse/parse-script.ts'
import { Unsupported } from '../../parse/unsupported.ts'
import { renderJsxChildren, renderJsxElement } from '../elements/render-jsx.ts'
import type { Machine } from '../machine/machine.ts'
import { Closure, isTruthy, Opaque, Rendered, type Scope, type Value } from '../machine/values.ts'
import { applyBinary, applyUnary, concatenate, toText } from './apply-operator.ts'
import { keyOf } from './bind-pattern.ts'
import { callGlobal, globalConstants } from './call-global.ts'
import { callMethod } from './call-method.ts'

/**
 * Works out an expression by walking its syntax tree. What is not named here is not supported: there is no way
 * from an author's text to a function of the host.
 */
export function evaluateExpression(machine: Machine, node: ScriptNode, scope: Scope): Value {
  machine.budget.spend(1)
  switch (node.type) {
    case 'Literal':
      return literalValue(node.value)
    case 'Identifier':
      return lookUp(node.name, scope)
    case 'TemplateLiteral':
      return machine.budget.nested(() => fillTemplate(machine, node, scope))
    case 'ArrayExpression':
      return machine.budget.nested(() => makeArray(machine, node, scope))
    case 'ObjectExpression':
      return machine.budget.nested(() => makeObject(machine, node, scope))
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return new Closure(node, scope)
    case 'JSXElement':
      return new Rendered(machine.budget.nested(() => renderJsxElement(machine, node, scope)))
    case 'JSXFragment':
      return new Rendered(machine.budget.nested(() => renderJsxChildren(machine, node.children, scope)))
    default:
      return machine.budget.nested(() => evaluateOperation(machine, node, scope))
  }
}

function evaluateOperation(machine: Machine, node: ScriptNode, scope: Scope): Value {
  switch (node.type) {
    case 'MemberExpression':
      return readMember(machine, node, scope)
    case 'CallExpression':
      return call(machine, node, scope)
    case 'ChainExpression':
      return evaluateChain(machine, node.expression, scope)
    case 'LogicalExpression':
      return evaluateLogical(machine, node.operator, node.left, node.right, scope)
    case 'ConditionalExpression':
      return machine.evaluate(isTruthy(machine.evaluate(node.test, scope)) ? node.consequent : node.alternate, scope)
    case 'UnaryExpression':
      if (node.operator === 'typeof' && isUnknownName(node.argument, scope)) return 'undefined'
      return applyUnary(node.operator, machine.evaluate(node.argument, scope))
    case 'BinaryExpression': {
      if (node.left.type === 'PrivateIdentifier') throw new Unsupported('classes are not supported')
      const left = machine.evaluate(node.left, scope)
      return applyBinary(node.operator, left, machine.evaluate(node.right, scope), machine.budget)
    }
    case 'ParenthesizedExpression':
      return machine.evaluate(node.expression, scope)
    case 'SequenceExpression':
      return node.expressions.map((expression) => machine.evaluate(expression, scope)).at(-1)
    default:
      throw new Unsupported(`"${node.type}" is not supported`)
  }
}

function literalValue(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  throw new Unsupported('regular expressions and big integers are not supported')
}

function lookUp(name: string, scope: Scope): Value {
  if (!scope.has(name)) {
    if (globalConstants.has(name)) return globalConstants.get(name)
    throw new Unsupported(`"${name}" is not known when the page is built`)
  }
  const value = scope.get(name)
  return value instanceof Opaque ? value.use() : value
}

function isUnknownName(node: Expression, scope: Scope): boolean {
  return node.type === 'Identifier' && !scope.has(node.name)
}

function fillTemplate(machine: Machine, node: TemplateLiteral, scope: Scope): string {
  let result = node.quasis[0]?.value.cooked ?? ''
  node.expressions.forEach((expression, index) => {
    const filled = toText(machine.evaluate(expression, scope), machine.budget)
    result = concatenate(
      concatenate(result, filled, machine.budget),
      node.quasis[index + 1]?.value.cooked ?? '',
      machine.budget,
    )
  })
  return result
}

function makeArray(machine: Machine, node: ArrayExpression, scope: Scope): Value[] {
  return evaluateList(machine, node.elements, scope)
}

function evaluateList(machine: Machine, nodes: (Expression | SpreadElement | null)[], scope: Scope): Value[] {
  const values: Value[] = []
  for (const node of nodes) {
    if (node?.type !== 'SpreadElement') {
      values.push(node ? machine.evaluate(node, scope) : undefined)
      continue
    }
    const spread = machine.evaluate(node.argument, scope)
    if (!Array.isArray(spread)) throw new Unsupported('only an array can be spread here')
    machine.budget.spend(spread.length)
    for (const value of spread) values.push(value)
  }
  return values
}

function makeObject(machine: Machine, node: ObjectExpression, scope: Scope): Map<string, Value> {
  const made = new Map<string, Value>()
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = machine.evaluate(property.argument, scope)
      if (spread === null || spread === undefined || spread === false) continue
      if (!(spread instanceof Map)) throw new Unsupported('only an object can be spread here')
      machine.budget.spend(spread.size)
      for (const [key, value] of spread) made.set(key, value)
    } else if (property.kind === 'init') {
      made.set(keyOf(machine, property, scope), machine.evaluate(property.value, scope))
    } else throw new Unsupported('getters and setters are not supported')
  }
  return made
}

function evaluateLogical(machine: Machine, operator: string, left: Expression, right: Expression, scope: Scope): Value {
  const value = machine.evaluate(left, scope)
  if (operator === '&&') return isTruthy(value) ? machine.evaluate(right, scope) : value
  if (operator === '||') return isTruthy(value) ? value : machine.evaluate(right, scope)
  return value ?? machine.evaluate(right, scope)
}

/** Thrown by `?.` on nothing: the whole chain is undefined. */
class ChainEnded extends Error {}

function evaluateChain(machine: Machine, node: Expression, scope: Scope): Value {
  try {
    return machine.evaluate(node, scope)
  } catch (error) {
    if (error instanceof ChainEnded) return undefined
    throw error
  }
}

function readMember(machine: Machine, node: MemberExpression, scope: Scope): Value {
  if (node.object.type === 'Super') throw new Unsupported('classes are not supported')
  if (globalNameOf(node, scope) === 'React.Fragment') return undefined
  const object = machine.evaluate(node.object, scope)
  return memberOf(object, memberName(machine, node, scope), node.optional)
}

function memberName(machine: Machine, node: MemberExpression, scope: Scope): string {
  return keyOf(machine, { key: node.property, computed: node.computed }, scope)
}

function memberOf(object: Value, name: string, optional: boolean): Value {
  if (object === null || object === undefined) {
    if (optional) throw new ChainEnded()
    throw new Unsupported(`"${name}" is read of ${object}`)
  }
  if (object instanceof Map) return object.get(name)
  if (typeof object !== 'string' && !Array.isArray(object)) return undefined
  if (name === 'length') return object.length
  return /^\d+$/.test(name) ? object[Number(name)] : undefined
}

function call(machine: Machine, node: CallExpression, scope: Scope): Value {
  const { callee } = node
  if (callee.type === 'Super') throw new Unsupported('classes are not supported')
  const global = globalNameOf(callee, scope)
  if (global) return callGlobal(machine, global, evaluateList(machine, node.arguments, scope), pointOf(node))
  if (callee.type !== 'MemberExpression') {
    return callValue(machine, machine.evaluate(callee, scope), node, scope)
  }
  if (callee.object.type === 'Super') throw new Unsupported('classes are not supported')
  const subject = machine.evaluate(callee.object, scope)
  const name = memberName(machine, callee, scope)
  if (subject === null || subject === undefined) return memberOf(subject, name, callee.optional)
  if (subject instanceof Map && subject.has(name)) return callValue(machine, subject.get(name), node, scope)
  return callMethod(machine, subject, name, evaluateList(machine, node.arguments, scope))
}

function callValue(machine: Machine, callee: Value, node: CallExpression, scope: Scope): Value {
  if (node.optional && (callee === null || callee === undefined)) throw new ChainEnded()
  if (!(callee instanceof Closure)) throw new Unsupported('a value that is no function is called')
  return machine.call(callee, evaluateList(machine, node.arguments, scope))
}

/** `Math.max`, `useState`, `React.useState`: names that no scope binds. */
function globalNameOf(node: Expression, scope: Scope): string | undefined {
  if (node.type === 'Identifier') return scope.has(node.name) ? undefined : node.name
  if (node.type !== 'MemberExpression' || node.computed || node.object.type !== 'Identifier') return undefined
  if (scope.has(node.object.name) || node.property.type !== 'Identifier') return undefined
  return `${node.object.name}.${node.property.name}`
}
