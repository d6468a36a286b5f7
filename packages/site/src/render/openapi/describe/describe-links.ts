import { optional } from '../../../config/optional.ts'
import { methods } from '../../../plan/openapi/list-operations.ts'
import type { SpecNode } from '../../../plan/openapi/spec-node.ts'
import { showValue } from './show-value.ts'

/** What can be asked next with what a response holds. */
export interface Link {
  name: string
  /** `GET /ships/{id}`, or what the description calls it, where it has no such operation. */
  target: string
  description?: string
  /** What to give, and where in the exchange it is found: `$response.body#/id`. */
  values: { name: string; source: string }[]
}

const most = { links: 20, values: 20, paths: 10_000 }
const longest = 300

/** `GET /ships` by the name that its author gave it. */
export type OperationNames = (id: string) => string | undefined

export function describeLinks(response: SpecNode, nameOf: OperationNames): Link[] {
  return response.entries('links', most.links).map(([name, link]) => ({
    name: name.slice(0, longest),
    target: nameTarget(link, nameOf).slice(0, longest),
    ...optional('description', link.text('description')),
    values: readValues(link),
  }))
}

function nameTarget(link: SpecNode, nameOf: OperationNames): string {
  const id = link.text('operationId')
  if (id !== undefined) return nameOf(id) ?? id
  const reference = link.text('operationRef') ?? ''
  const [, path, method] = /#\/paths\/([^/]+)\/([a-z]+)$/.exec(reference) ?? []
  if (path === undefined || method === undefined) return reference
  return `${method.toUpperCase()} ${path.replaceAll('~1', '/').replaceAll('~0', '~')}`
}

/** Reads the whole description once, and only when a link asks. */
export function createOperationNames(spec: SpecNode): OperationNames {
  let names: Map<string, string> | undefined
  return (id) => {
    names ??= new Map(listNames(spec))
    return names.get(id)
  }
}

function* listNames(spec: SpecNode): Generator<[id: string, name: string]> {
  for (const [path, item] of spec.entries('paths', most.paths)) {
    for (const method of methods) {
      const id = item.at(method).text('operationId')
      if (id !== undefined) yield [id, `${method.toUpperCase()} ${path}`]
    }
  }
}

function readValues(link: SpecNode): Link['values'] {
  const names = link.keys('parameters').slice(0, most.values)
  const given = names.map((name) => [name, link.at('parameters').raw(name)] as const)
  const all = link.has('requestBody') ? [...given, ['body', link.raw('requestBody')] as const] : given
  return all.map(([name, source]) => ({ name: name.slice(0, longest), source: showValue(source).slice(0, longest) }))
}
