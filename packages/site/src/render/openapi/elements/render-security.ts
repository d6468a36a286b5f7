import type { TreeNode } from '../../../model/page-tree.ts'
import type { Operation } from '../describe/describe-operation.ts'
import type { Flow, SecurityScheme } from '../describe/describe-security.ts'
import { code, make } from './make-element.ts'
import type { Describer } from './render-description.ts'

/** How a caller proves who it is; sets between which it may choose are separated by “or”. */
export function renderSecurity({ security }: Pick<Operation, 'security'>, describer: Describer): TreeNode[] {
  return security.flatMap((set, index) => {
    const or = index === 0 ? [] : [make('p', { class: 'api-or' }, describer.words.or)]
    if (set.length === 0) return [...or, make('p', {}, describer.words.open)]
    return [...or, ...set.map((scheme) => renderScheme(scheme, describer))]
  })
}

function renderScheme(scheme: SecurityScheme, describer: Describer): TreeNode {
  const { name, description, flows, discoveryUrl } = scheme
  const value = credentialOf(scheme)
  return make(
    'ResponseField',
    { name, ...(scheme.place !== '' && { type: 'string' }), required: true, post: listLabels(scheme) },
    value === undefined ? undefined : make('p', {}, code(value)),
    describer.text(description),
    discoveryUrl === undefined ? undefined : make('p', { class: 'api-values' }, code(discoveryUrl)),
    flows.map((flow) => renderFlow(flow, describer)),
    renderScopes(scheme, describer),
  )
}

/** A way to a token. Its addresses are for programs: they are shown, and not linked. */
function renderFlow(flow: Flow, { words }: Describer): TreeNode {
  const lines = (['authorizationUrl', 'tokenUrl', 'refreshUrl'] as const).flatMap((key) => {
    const url = flow[key]
    return url === undefined ? [] : [make('li', {}, `${words[key]} `, code(url))]
  })
  return make('div', { class: 'api-flow' }, make('p', {}, code(flow.grant)), make('ul', {}, lines))
}

function renderScopes({ scopes }: SecurityScheme, { words }: Describer): TreeNode[] {
  if (scopes.length === 0) return []
  const title = make('p', { class: 'api-values' }, words.scopes)
  if (scopes.every(({ description }) => description === undefined)) {
    return [{ ...title, children: [...title.children, ...scopes.flatMap(({ name }) => [space, code(name)])] }]
  }
  const items = scopes.map(({ name, description }) => {
    return make('li', {}, code(name), description === undefined ? undefined : ` ${description}`)
  })
  return [title, make('ul', { class: 'api-scopes' }, items)]
}

const space: TreeNode = { kind: 'text', value: ' ' }

const kinds = new Map([
  ['oauth2', 'OAuth 2.0'],
  ['openIdConnect', 'OpenID Connect'],
  ['mutualTLS', 'mutual TLS'],
  ['userPassword', 'user and password'],
  ['X509', 'X.509'],
  ['symmetricEncryption', 'symmetric encryption'],
  ['asymmetricEncryption', 'asymmetric encryption'],
  ['plain', 'SASL/PLAIN'],
  ['scramSha256', 'SASL/SCRAM-SHA-256'],
  ['scramSha512', 'SASL/SCRAM-SHA-512'],
  ['gssapi', 'SASL/GSSAPI'],
])

function listLabels({ type, place }: SecurityScheme): string[] {
  const kind = kinds.get(type)
  return [...(place === '' ? [] : [place]), ...(kind === undefined ? [] : [kind])]
}

/** What the header holds, as the samples write it. */
export function credentialOf({ type, place, scheme }: SecurityScheme): string | undefined {
  if (place === '' || /^(?:apiKey|httpApiKey)$/.test(type)) return undefined
  return scheme === 'basic' ? 'Basic <credentials>' : 'Bearer <token>'
}
