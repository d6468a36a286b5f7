import type { SourcePoint } from '../../../model/page-tree.ts'
import { Unsupported } from '../../parse/unsupported.ts'
import { toNodes } from '../elements/render-value.ts'
import type { Machine } from '../machine/machine.ts'
import { Closure, isTruthy, Opaque, Rendered, SnippetComponent, type Value } from '../machine/values.ts'
import { toNumber, toText } from './apply-operator.ts'

type Global = (args: Value[], machine: Machine, at: SourcePoint) => Value

/** Calls what every page can call without an import: `Math.max`, `Object.keys`, `String`, and React's hooks. */
export function callGlobal(machine: Machine, name: string, args: Value[], at: SourcePoint): Value {
  const hook = hooks.get(name.replace(/^React\./, ''))
  if (hook) {
    machine.report('fallback', `"${name}" needs a browser; the page shows the first state only.`, at)
    return hook(args, machine, at)
  }
  const global = globals.get(name.replace(/^React\./, ''))
  if (!global) throw new Unsupported(`"${name}" is not known when the page is built`)
  return global(args, machine, at)
}

export const globalConstants = new Map<string, Value>([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
])

const numbers = (args: Value[], machine: Machine) => {
  machine.budget.spend(args.length)
  return args.map(toNumber)
}

const globals = new Map<string, Global>([
  ['Math.max', (args, machine) => Math.max(...numbers(args, machine))],
  ['Math.min', (args, machine) => Math.min(...numbers(args, machine))],
  ['Math.round', (args) => Math.round(toNumber(args[0]))],
  ['Math.floor', (args) => Math.floor(toNumber(args[0]))],
  ['Math.ceil', (args) => Math.ceil(toNumber(args[0]))],
  ['Math.abs', (args) => Math.abs(toNumber(args[0]))],
  ['Object.keys', (args, machine) => entriesOf(args[0], machine).map(([key]) => key)],
  ['Object.values', (args, machine) => entriesOf(args[0], machine).map(([, value]) => value)],
  ['Object.entries', (args, machine) => entriesOf(args[0], machine).map(([key, value]) => [key, value])],
  ['Array.isArray', (args) => Array.isArray(args[0])],
  ['JSON.stringify', (args, machine) => stringify(args, machine)],
  ['String', (args, machine) => (args.length === 0 ? '' : toText(args[0], machine.budget))],
  ['Number', (args) => toNumber(args[0] ?? 0)],
  ['Boolean', (args) => isTruthy(args[0])],
  ['parseInt', (args, machine) => Number.parseInt(toText(args[0], machine.budget), 10)],
  ['parseFloat', (args, machine) => Number.parseFloat(toText(args[0], machine.budget))],
  ['encodeURIComponent', (args, machine) => encode(args, machine)],
  ['memo', ([component]) => component],
  ['forwardRef', ([component]) => component],
  ['createContext', ([value], machine) => makeContext(value, machine)],
  ['console.log', () => undefined],
  ['console.warn', () => undefined],
  ['console.error', () => undefined],
])

function entriesOf(value: Value, machine: Machine): [string, Value][] {
  const entries = value instanceof Map ? [...value] : Array.isArray(value) ? value.map(indexed) : undefined
  if (!entries) throw new Unsupported('a value that is no object is listed as one')
  machine.budget.spend(entries.length)
  return entries
}

const indexed = (item: Value, at: number): [string, Value] => [String(at), item]

function encode(args: Value[], machine: Machine): string {
  const source = toText(args[0], machine.budget).toWellFormed()
  machine.budget.allowString(source.length * 9)
  return encodeURIComponent(source)
}

function stringify(args: Value[], machine: Machine): string | undefined {
  const plain = toPlain(args[0], machine)
  const json = JSON.stringify(plain, null, typeof args[2] === 'number' ? args[2] : undefined)
  if (json !== undefined) machine.budget.allowString(json.length)
  return json
}

function toPlain(value: Value, machine: Machine): unknown {
  machine.budget.spend(typeof value === 'string' ? 1 + (value.length >> 6) : 1)
  if (Array.isArray(value)) return machine.budget.nested(() => value.map((inner) => toPlain(inner, machine)))
  if (value instanceof Map) {
    return machine.budget.nested(() => {
      const plain: Record<string, unknown> = Object.create(null)
      for (const [key, inner] of value) plain[key] = toPlain(inner, machine)
      return plain
    })
  }
  if (value instanceof Closure || value instanceof SnippetComponent) return undefined
  if (value instanceof Rendered || value instanceof Opaque) throw new Unsupported('JSX is used where data is needed')
  return value
}

/** Whoever reads it while the page is built gets its first value. */
function makeContext(value: Value, machine: Machine): Value {
  const provide = new SnippetComponent('', (props) => toNodes(props.get('children'), machine))
  return new Map<string, Value>([
    ['Provider', provide],
    ['value', value],
  ])
}

const setter = new Opaque(new Unsupported('a state can only be set in a browser'))

/** The first state of a component, as a server would send it. */
const hooks = new Map<string, Global>([
  ['useState', (args, machine) => [initial(args[0], machine), setter]],
  ['useMemo', (args, machine) => initial(args[0], machine)],
  ['useCallback', (args) => args[0]],
  ['useReducer', ([, first, init], machine) => [init instanceof Closure ? machine.call(init, [first]) : first, setter]],
  ['useContext', ([context]) => (context instanceof Map ? context.get('value') : undefined)],
  ['useRef', (args) => new Map([['current', args[0]]])],
  ['useEffect', () => undefined],
  ['useLayoutEffect', () => undefined],
])

function initial(value: Value, machine: Machine): Value {
  return value instanceof Closure ? machine.call(value, []) : value
}
