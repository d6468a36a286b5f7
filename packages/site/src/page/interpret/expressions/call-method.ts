import { Unsupported } from '../../parse/unsupported.ts'
import type { Machine } from '../machine/machine.ts'
import { Closure, isTruthy, type Value } from '../machine/values.ts'
import { toNumber, toText } from './apply-operator.ts'

type Method<Subject> = (subject: Subject, args: Value[], machine: Machine) => Value

/** The methods that real pages use on arrays and strings, and no other. None takes a pattern or reaches a prototype. */
export function callMethod(machine: Machine, subject: Value, name: string, args: Value[]): Value {
  if (Array.isArray(subject)) {
    machine.budget.spend(subject.length)
    const method = arrayMethods.get(name)
    if (method) return method(subject, args, machine)
  }
  if (typeof subject === 'string') {
    machine.budget.spend(1 + (subject.length >> 6))
    const method = stringMethods.get(name)
    if (method) return method(subject, args, machine)
  }
  if (typeof subject === 'number' && name === 'toFixed') return subject.toFixed(bounded(args[0], 0, 100))
  if (name === 'toString' && args.length === 0) return toText(subject, machine.budget)
  throw new Unsupported(`the method "${name}" is not supported`)
}

const text = (value: Value, machine: Machine) => toText(value, machine.budget)
/** Looking for a long text in a long text can take the product of their lengths. */
function pattern(subject: string, value: Value, machine: Machine): string {
  const sought = text(value, machine)
  machine.budget.spend(Math.floor((subject.length * sought.length) / 256))
  return sought
}

const index = (value: Value) => (value === undefined ? undefined : toNumber(value))

function bounded(value: Value, least: number, most: number): number {
  const number = value === undefined ? least : Math.trunc(toNumber(value)) || 0
  return Math.min(most, Math.max(least, number))
}

function callback(args: Value[], machine: Machine) {
  const closure = args[0]
  if (!(closure instanceof Closure)) throw new Unsupported('a method needs a function here')
  return (...values: Value[]) => machine.call(closure, values)
}

const arrayMethods = new Map<string, Method<Value[]>>([
  ['map', (list, args, machine) => list.map(withIndex(callback(args, machine), list))],
  ['filter', (list, args, machine) => list.filter((item, at) => isTruthy(callback(args, machine)(item, at, list)))],
  ['find', (list, args, machine) => list.find((item, at) => isTruthy(callback(args, machine)(item, at, list)))],
  [
    'findIndex',
    (list, args, machine) => list.findIndex((item, at) => isTruthy(callback(args, machine)(item, at, list))),
  ],
  ['some', (list, args, machine) => list.some((item, at) => isTruthy(callback(args, machine)(item, at, list)))],
  ['every', (list, args, machine) => list.every((item, at) => isTruthy(callback(args, machine)(item, at, list)))],
  ['flatMap', (list, args, machine) => flatten(list.map(withIndex(callback(args, machine), list)), machine)],
  ['flat', (list, _args, machine) => flatten(list, machine)],
  ['reduce', reduce],
  ['join', join],
  ['includes', (list, args) => list.includes(args[0])],
  ['indexOf', (list, args) => list.indexOf(args[0])],
  ['slice', (list, args) => list.slice(index(args[0]), index(args[1]))],
  ['concat', (list, args, machine) => [...list, ...flatten(args, machine)]],
  ['reverse', (list) => list.toReversed()],
  ['toReversed', (list) => list.toReversed()],
  ['sort', sort],
  ['toSorted', sort],
  ['at', (list, args) => list.at(toNumber(args[0]))],
  ['keys', (list) => list.map((_item, at) => at)],
  ['entries', (list) => list.map((item, at) => [at, item])],
])

function withIndex(call: (...values: Value[]) => Value, list: Value[]) {
  return (item: Value, at: number) => call(item, at, list)
}

function flatten(list: Value[], machine: Machine): Value[] {
  const flat = list.flat(1) as Value[]
  machine.budget.spend(flat.length)
  return flat
}

function reduce(list: Value[], args: Value[], machine: Machine): Value {
  const call = callback(args, machine)
  if (args.length < 2 && list.length === 0) throw new Unsupported('an empty array is reduced without a first value')
  const [first, rest] = args.length < 2 ? [list[0], list.slice(1)] : [args[1], list]
  const skipped = list.length - rest.length
  return rest.reduce<Value>((sum, item, at) => call(sum, item, at + skipped, list), first)
}

function join(list: Value[], args: Value[], machine: Machine): string {
  const separator = args[0] === undefined ? ',' : text(args[0], machine)
  const parts = list.map((item) => (item === null || item === undefined ? '' : text(item, machine)))
  machine.budget.allowString(parts.reduce((length, part) => length + part.length + separator.length, 0))
  return parts.join(separator)
}

function sort(list: Value[], args: Value[], machine: Machine): Value[] {
  if (args[0] === undefined) {
    return list.toSorted((a, b) =>
      text(a, machine) < text(b, machine) ? -1 : text(a, machine) > text(b, machine) ? 1 : 0,
    )
  }
  const call = callback(args, machine)
  return list.toSorted((a, b) => toNumber(call(a, b)))
}

const stringMethods = new Map<string, Method<string>>([
  ['toUpperCase', (subject) => subject.toUpperCase()],
  ['toLowerCase', (subject) => subject.toLowerCase()],
  ['trim', (subject) => subject.trim()],
  ['trimStart', (subject) => subject.trimStart()],
  ['trimEnd', (subject) => subject.trimEnd()],
  ['slice', (subject, args) => subject.slice(index(args[0]), index(args[1]))],
  ['substring', (subject, args) => subject.substring(index(args[0]) ?? 0, index(args[1]))],
  ['charAt', (subject, args) => subject.charAt(index(args[0]) ?? 0)],
  ['at', (subject, args) => subject.at(index(args[0]) ?? 0)],
  ['includes', (subject, args, machine) => subject.includes(pattern(subject, args[0], machine))],
  ['startsWith', (subject, args, machine) => subject.startsWith(text(args[0], machine))],
  ['endsWith', (subject, args, machine) => subject.endsWith(text(args[0], machine))],
  ['indexOf', (subject, args, machine) => subject.indexOf(pattern(subject, args[0], machine))],
  ['lastIndexOf', (subject, args, machine) => subject.lastIndexOf(pattern(subject, args[0], machine))],
  ['split', split],
  ['replace', (subject, args, machine) => replace(subject, args, machine, 1)],
  ['replaceAll', (subject, args, machine) => replace(subject, args, machine, Number.POSITIVE_INFINITY)],
  ['repeat', repeat],
  ['padStart', (subject, args, machine) => subject.padStart(...padding(args, machine))],
  ['padEnd', (subject, args, machine) => subject.padEnd(...padding(args, machine))],
  ['concat', (subject, args, machine) => join([subject, ...args], [''], machine)],
])

function split(subject: string, args: Value[], machine: Machine): Value[] {
  if (args[0] === undefined) return [subject]
  const parts = subject.split(pattern(subject, args[0], machine))
  machine.budget.spend(parts.length)
  return parts
}

/** The replacement is taken as it is: `$&` and its kin could make a string of any length. */
function replace(subject: string, args: Value[], machine: Machine, times: number): string {
  const [sought, replacement] = [pattern(subject, args[0], machine), text(args[1], machine)]
  if (times === 1) {
    machine.budget.allowString(subject.length + replacement.length)
    return subject.replace(sought, () => replacement)
  }
  const parts = subject.split(sought)
  machine.budget.allowString(subject.length + parts.length * replacement.length)
  return parts.join(replacement)
}

function repeat(subject: string, args: Value[], machine: Machine): string {
  const times = bounded(args[0], 0, Number.MAX_SAFE_INTEGER)
  machine.budget.allowString(subject.length * times)
  return subject.repeat(times)
}

function padding(args: Value[], machine: Machine): [number, string] {
  const length = bounded(args[0], 0, Number.MAX_SAFE_INTEGER)
  machine.budget.allowString(length)
  return [length, args[1] === undefined ? ' ' : text(args[1], machine)]
}
