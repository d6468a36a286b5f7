import type { PropValue, TreeNode } from '../../../model/page-tree.ts'
import { Unsupported } from '../../parse/unsupported.ts'
import { isAllowedElement, isDroppedWhole, makeComponent, makeHtmlElement } from '../../sanitize/sanitize-element.ts'
import type { ElementRequest, Machine } from '../machine/machine.ts'
import {
  Closure,
  MissingImport,
  Opaque,
  Rendered,
  type Scope,
  SnippetComponent,
  type Value,
  type ValueMap,
} from '../machine/values.ts'
import { linkByTitle, refusalAt, renderStandIn } from './render-stand-in.ts'
import { toNodes, toProp } from './render-value.ts'

/** Finds what a tag means: an HTML element, the author's own component, one of ours, or nothing that anybody knows. */
export function renderElement(machine: Machine, request: ElementRequest): TreeNode[] {
  const { name, scope, children, at } = request
  machine.budget.spend(1)
  if (name === 'Fragment' || name === 'React.Fragment') return children
  const first = name.split('.', 1)[0] ?? name
  const isHtmlName = first === name && /^[a-z]/.test(name)
  if (isHtmlName) return renderHtml(machine, request)
  if (scope.has(first)) return renderAuthorComponent(machine, request, () => resolve(name, scope))
  if (name === 'Heading') return renderHtml(machine, { ...request, name: headingName(request) })
  if (name === 'Snippet') return renderSnippet(machine, request)
  if (machine.components.has(name)) {
    return [makeComponent(name, propsOf(machine, request), children, at, refusalAt(machine, request))]
  }
  machine.report('unknown_component', `<${name}> is not known; its title, link and content are shown without it.`, at)
  return renderStandIn(machine, request)
}

function renderHtml(machine: Machine, request: ElementRequest): TreeNode[] {
  const { name, children, at } = request
  if (isAllowedElement(name)) {
    const props = propsOf(machine, request)
    const element = makeHtmlElement(name, props, children, at, refusalAt(machine, request))
    if (/^h[1-6]$/.test(name) && props.noAnchor) element.props.noAnchor = true
    return [element]
  }
  if (isDroppedWhole(name)) {
    machine.report('refused_element', `<${name}> is refused and left out.`, at)
    return []
  }
  machine.report(
    'unknown_component',
    `<${name}> is not an element that a page may use; its content is drawn without it.`,
    at,
  )
  return children
}

/** `<Heading level={2}>` */
function headingName({ props }: ElementRequest): string {
  const level = Number(props.get('level') ?? 2)
  return `h${level >= 1 && level <= 6 ? Math.floor(level) : 2}`
}

function propsOf(machine: Machine, { name, props, at }: ElementRequest): Record<string, PropValue> {
  const plain: Record<string, PropValue> = {}
  for (const [key, value] of props) {
    if (key === '__proto__' || key === 'children') continue
    try {
      plain[key] = toProp(value, machine)
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error
      machine.report('fallback', `The prop "${key}" of <${name}> is left out: ${error.message}.`, at)
    }
  }
  return plain
}

/** `<Snippet file="x.mdx" …props />`, the older way to import. */
function renderSnippet(machine: Machine, request: ElementRequest): TreeNode[] {
  const { props, children, at } = request
  const file = props.get('file')
  const snippet = typeof file === 'string' ? machine.findSnippet(file, at.file) : undefined
  if (snippet) return renderAuthorComponent(machine, request, () => snippet)
  machine.report(
    'missing_import',
    `The snippet "${typeof file === 'string' ? file : ''}" is not in the repository.`,
    at,
  )
  return children
}

function resolve(name: string, scope: Scope): Value {
  const [first = name, ...members] = name.split('.')
  return members.reduce(memberOf, scope.get(first))
}

function renderAuthorComponent(machine: Machine, request: ElementRequest, component: () => Value): TreeNode[] {
  const render = () => renderFirstState(machine, request, component)
  return isText(component) ? render() : machine.islands.watch(request, render)
}

/** The body of an `.mdx` file is no code; a name that stands for nothing yet may be. */
function isText(component: () => Value): boolean {
  try {
    return component() instanceof SnippetComponent
  } catch (error) {
    if (error instanceof Unsupported) return false
    throw error
  }
}

function renderFirstState(machine: Machine, request: ElementRequest, component: () => Value): TreeNode[] {
  const { name, props, at } = request
  try {
    const nodes = machine.budget.nested(() => renderValue(machine, request, component()))
    return linkByTitle(nodes, props.get('href'))
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error
    if (!(error instanceof MissingImport)) {
      machine.report('fallback', `<${name}> is drawn as its content only: ${error.message}.`, at)
    }
    return renderStandIn(machine, request)
  }
}

function memberOf(value: Value, key: string): Value {
  return value instanceof Map ? value.get(key) : undefined
}

function renderValue(machine: Machine, { props, children }: ElementRequest, value: Value): TreeNode[] {
  if (value instanceof Opaque) value.use()
  const given: ValueMap = new Map(props)
  if (children.length > 0) given.set('children', new Rendered(children))
  if (value instanceof SnippetComponent) return value.render(given)
  if (value instanceof Closure) return toNodes(machine.call(value, [given]), machine)
  throw new Unsupported('the name does not stand for a component')
}
