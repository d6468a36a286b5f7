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
  const { name, place, type, description, scopes } = scheme
  const labels = type === 'mutualTLS' ? [] : [place]
  return make(
    'ResponseField',
    { name: name.slice(0, 200), type: 'string', required: true, post: labels },
    make('p', {}, sayScheme(scheme)),
    describer.text(description),
    scopes.length === 0
      ? undefined
      : make(
          'p',
          { class: 'api-values' },
          `${describer.words.scopes} `,
          scopes.flatMap((scope) => [code(scope), text(' ')]),
        ),
  )
}

function sayScheme({ type, scheme, place, name }: SecurityScheme): TreeNode[] {
  if (type === 'apiKey')
    return [text(`An API key in the ${place === 'query' ? 'query' : place} `), code(name), text('.')]
  if (type === 'mutualTLS') return [text('A certificate of the client.')]
  if (type === 'oauth2') return [text('A token of OAuth 2.0: '), code('Bearer <token>'), text('.')]
  if (type === 'openIdConnect') return [text('A token of OpenID Connect: '), code('Bearer <token>'), text('.')]
  if (scheme === 'basic') {
    return [text('User name and password, encoded in Base64: '), code('Basic <credentials>'), text('.')]
  }
  return [text('A bearer token: '), code('Bearer <token>'), text('.')]
}

function text(value: string): TreeNode {
  return { kind: 'text', value }
}
