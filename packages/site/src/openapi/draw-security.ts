import type { TreeNode } from '../page/tree.ts'
import type { Operation, SecurityScheme } from './describe-operation.ts'
import type { Describer } from './draw-description.ts'
import { code, make } from './make-element.ts'

/** How a caller proves who it is; sets between which it may choose are parted by “or”. */
export function drawSecurity({ security }: Operation, describer: Describer): TreeNode[] {
  return security.flatMap((set, index) => {
    const or = index === 0 ? [] : [make('p', { class: 'api-or' }, describer.words.or)]
    if (set.length === 0) return [...or, make('p', {}, 'Nothing: the operation is open to everyone.')]
    return [...or, ...set.map((scheme) => drawScheme(scheme, describer))]
  })
}

function drawScheme(scheme: SecurityScheme, describer: Describer): TreeNode {
  const { name, description, scopes } = scheme
  const value = credentialOf(scheme)
  return make(
    'ResponseField',
    { name, type: 'string', required: true, post: listLabels(scheme) },
    value === undefined ? undefined : make('p', {}, code(value)),
    describer.text(description),
    scopes.length === 0 ? undefined : drawScopes(scopes, describer),
  )
}

function drawScopes(scopes: string[], { words }: Describer): TreeNode {
  const drawn = scopes.flatMap((scope): TreeNode[] => [code(scope), { kind: 'text', value: ' ' }])
  return make('p', { class: 'api-values' }, `${words.scopes} `, drawn)
}

const kinds = new Map([
  ['oauth2', 'OAuth 2.0'],
  ['openIdConnect', 'OpenID Connect'],
  ['mutualTLS', 'mutual TLS'],
])

function listLabels({ type, place }: SecurityScheme): string[] {
  const kind = kinds.get(type)
  return [...(type === 'mutualTLS' ? [] : [place]), ...(kind === undefined ? [] : [kind])]
}

/** What the header holds, as the samples write it. */
export function credentialOf({ type, scheme }: SecurityScheme): string | undefined {
  if (type === 'apiKey' || type === 'mutualTLS') return undefined
  return scheme === 'basic' ? 'Basic <credentials>' : 'Bearer <token>'
}
