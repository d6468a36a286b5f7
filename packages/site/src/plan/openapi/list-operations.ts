import { optional } from '../../config/optional.ts'
import type { SpecNode } from './spec-node.ts'

/** What the plan needs to know of an operation: a line of its description. */
export interface OperationLine {
  /** `GET /users/{id}`, `WEBHOOK orderUpdated`, or `CHANNEL orders`. */
  key: string
  /** Of a channel, its protocol. */
  method: string
  title: string
  /** The shorter title of the sidebar. */
  label?: string
  tag?: string
  /** What its address is made of, where that is not its tag and its title. */
  segments?: string[]
  /** The address that its author gives its page. */
  address?: string
  deprecated?: true
  /** Its page stands in no navigation. */
  hidden?: true
  /** Who may read its page, in the words of a page's front matter. */
  front?: Record<string, unknown>
}

export const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'] as const
// More make no site of documentation, and each costs the plan 200 bytes.
const mostOperations = 10_000

/** Every operation and webhook of a description, in the order of the file. */
export function listOperations(spec: SpecNode): OperationLine[] {
  const lines: OperationLine[] = []
  for (const [path, item] of spec.entries('paths', mostOperations)) {
    for (const method of methods) if (item.at(method).present) add(method.toUpperCase(), path, item.at(method))
  }
  for (const [name, item] of spec.entries('webhooks', mostOperations)) {
    const method = methods.find((one) => item.at(one).present)
    if (method) add('WEBHOOK', name, item.at(method))
  }
  return lines

  function add(method: string, path: string, operation: SpecNode): void {
    if (operation.flag('x-excluded') || lines.length >= mostOperations) return
    lines.push(toLine(method, path, operation))
  }
}

/** The tags in the order that the description gives them. */
export function listTags(spec: SpecNode): string[] {
  return [spec, spec.at('info')].flatMap((node) => node.list('tags').flatMap((tag) => tag.text('name') ?? []))
}

function toLine(method: string, path: string, operation: SpecNode): OperationLine {
  const mint = operation.at('x-mint')
  const metadata = mint.at('metadata')
  const given = metadata.text('title') ?? operation.text('summary') ?? operation.text('operationId')
  return {
    key: `${method} ${path}`,
    method,
    title: (given ?? `${method} ${path}`).trim().slice(0, 200),
    ...optional('label', metadata.text('sidebarTitle')),
    ...optional('tag', operation.texts('tags')[0]?.trim() || undefined),
    ...optional('address', mint.text('href')),
    ...(operation.flag('deprecated') && { deprecated: true }),
    ...(operation.flag('x-hidden') && { hidden: true }),
    ...optional('front', readAccess(metadata)),
  }
}

/** Who may read its page, in the words of a page's front matter. */
export function readAccess(metadata: SpecNode): Record<string, unknown> | undefined {
  const stated = ['groups', 'public'].filter((name) => metadata.has(name))
  return stated.length === 0 ? undefined : Object.fromEntries(stated.map((name) => [name, metadata.raw(name)]))
}
