import type { TreeNode } from '../../../model/page-tree.ts'
import type { Server } from '../describe/describe-operation.ts'
import { code, make } from './make-element.ts'

interface Bar {
  method: string
  path: string
  isWebhook?: boolean
  /** The word for it, when it is. */
  deprecated?: string | undefined
  servers: Server[]
}

const serversShown = 6

/** The method and the path, and where they are asked for. */
export function renderBar({ method, path, isWebhook, deprecated, servers }: Bar): TreeNode {
  const badge = isWebhook ? 'webhook' : method
  return make(
    'div',
    { class: 'api-bar' },
    make(
      'p',
      { class: 'api-line' },
      make('span', { class: `method method-${method.toLowerCase()}` }, badge.toUpperCase()),
      make('code', { class: 'api-path' }, renderPath(path)),
      deprecated ? make('span', { class: 'field-deprecated' }, deprecated) : undefined,
    ),
    servers.length > 0
      ? make('ul', { class: 'api-servers' }, servers.slice(0, serversShown).map(renderServer))
      : undefined,
  )
}

/** Parameters are tinted, and a long path may break after each slash. */
function renderPath(path: string): TreeNode[] {
  return path
    .slice(0, 2000)
    .split(/(\{[^{}]*\}|\/)/)
    .filter((part) => part !== '')
    .flatMap((part): TreeNode[] => {
      if (part === '/') return [{ kind: 'text', value: part }, make('wbr', {})]
      if (part.startsWith('{')) return [make('span', { class: 'api-parameter' }, part)]
      return [{ kind: 'text', value: part }]
    })
}

function renderServer({ url, description }: Server): TreeNode {
  return make('li', {}, code(url), description === undefined ? undefined : make('span', {}, description.slice(0, 200)))
}
