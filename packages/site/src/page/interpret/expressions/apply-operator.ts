import { Unsupported } from '../../parse/unsupported.ts'
import type { Budget } from '../machine/limits.ts'
import { isTruthy, typeOf, type Value } from '../machine/values.ts'

/** The text of a value inside a template, a concatenation or a join. */
export function toText(value: Value, budget: Budget): string {
  budget.spend(1)
  if (Array.isArray(value)) {
    const parts = budget.nested(() =>
      value.map((inner) => (inner === null || inner === undefined ? '' : toText(inner, budget))),
    )
    budget.allowString(parts.reduce((length, part) => length + part.length + 1, 0))
    return parts.join(',')
  }
  if (typeof value === 'object' && value !== null) {
    throw new Unsupported('an object, a function or JSX is used where text is needed')
  }
  return String(value)
}

export function concatenate(left: string, right: string, budget: Budget): string {
  budget.allowString(left.length + right.length)
  return left + right
}

export function applyUnary(operator: string, value: Value): Value {
  switch (operator) {
    case '!':
      return !isTruthy(value)
    case '-':
      return -toNumber(value)
    case '+':
      return toNumber(value)
    case 'typeof':
      return typeOf(value)
    case 'void':
      return undefined
    default:
      throw new Unsupported(`the operator "${operator}" is not supported`)
  }
}

export function applyBinary(operator: string, left: Value, right: Value, budget: Budget): Value {
  switch (operator) {
    case '===':
      return left === right
    case '!==':
      return left !== right
    case '==':
      return looselyEqual(left, right)
    case '!=':
      return !looselyEqual(left, right)
    case '+':
      return add(left, right, budget)
    case '<':
    case '>':
    case '<=':
    case '>=':
      return compare(operator, left, right)
    case 'in':
      return right instanceof Map && right.has(toText(left, budget))
    default:
      return calculate(operator, toNumber(left), toNumber(right))
  }
}

function looselyEqual(left: Value, right: Value): boolean {
  if (left === null || left === undefined) return right === null || right === undefined
  if (right === null || right === undefined) return false
  if (typeof left === typeof right || typeof left === 'object' || typeof right === 'object') return left === right
  return toNumber(left) === toNumber(right)
}

function add(left: Value, right: Value, budget: Budget): Value {
  const isText = typeof left === 'string' || typeof right === 'string' || Array.isArray(left) || Array.isArray(right)
  if (!isText) return toNumber(left) + toNumber(right)
  return concatenate(toText(left, budget), toText(right, budget), budget)
}

function compare(operator: '<' | '>' | '<=' | '>=', left: Value, right: Value): boolean {
  const isText = typeof left === 'string' && typeof right === 'string'
  const [a, b] = isText ? [left, right] : [toNumber(left), toNumber(right)]
  if (operator === '<') return a < b
  if (operator === '>') return a > b
  return operator === '<=' ? a <= b : a >= b
}

function calculate(operator: string, left: number, right: number): number {
  switch (operator) {
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '%':
      return left % right
    case '**':
      return left ** right
    default:
      throw new Unsupported(`the operator "${operator}" is not supported`)
  }
}

export function toNumber(value: Value): number {
  if (typeof value === 'object' && value !== null) throw new Unsupported('an object is used where a number is needed')
  return Number(value)
}
