import { optional } from '../../../config/optional.ts'
import type { SpecNode } from '../../../plan/openapi/spec-node.ts'

export interface SecurityScheme {
  type: string
  /** Of the header, the query's parameter or the cookie. */
  name: string
  place: string
  scheme: string
  description?: string
  /** Those that the operation asks for; all there are where it names none. */
  scopes: Scope[]
  /** The ways to a token. */
  flows: Flow[]
  /** Where an OpenID provider describes itself. */
  discoveryUrl?: string
}

export interface Scope {
  name: string
  description?: string
}

export interface Flow {
  /** As a program asks for it: `authorization_code`. */
  grant: string
  authorizationUrl?: string
  tokenUrl?: string
  refreshUrl?: string
}

const most = { sets: 20, scopes: 50 }
const longest = { name: 200, url: 1000 }

// In the order in which a reader should choose.
const grants = [
  ['authorizationCode', 'authorization_code'],
  ['clientCredentials', 'client_credentials'],
  ['deviceAuthorization', 'device_code'],
  ['implicit', 'implicit'],
  ['password', 'password'],
] as const

/** Ways to prove who one is that have no header: their name is only what the description calls them. */
const unnamed = new Set([
  'mutualTLS',
  'userPassword',
  'X509',
  'symmetricEncryption',
  'asymmetricEncryption',
  'plain',
  'scramSha256',
  'scramSha512',
  'gssapi',
])

/** One of these is asked for, each a set; none when everyone may call. */
export function describeSecurity(operation: SpecNode, spec: SpecNode): SecurityScheme[][] {
  const required = (operation.has('security') ? operation : spec).list('security').slice(0, most.sets)
  const schemes = spec.at('components').at('securitySchemes')
  return required.map((set) => {
    // AsyncAPI 3 writes or refers to the scheme itself, all else has its name.
    if (typeof set.raw('type') === 'string') return [readScheme(set.name ?? '', set, set.texts('scopes'))]
    const names = Object.keys((set.value as object | null) ?? {}).slice(0, most.sets)
    return names.map((name) => readScheme(name, schemes.at(name), set.texts(name)))
  })
}

function readScheme(name: string, node: SpecNode, asked: string[]): SecurityScheme {
  const type = node.text('type') ?? 'unknown'
  const isKey = /^(?:apiKey|httpApiKey)$/.test(type)
  const isNamed = !unnamed.has(type)
  const flows = node.at('flows')
  const shown = isKey ? (node.text('name') ?? name) : isNamed ? 'Authorization' : name || type
  return {
    type,
    name: shown.slice(0, longest.name),
    place: isKey ? (node.text('in') ?? 'header').slice(0, longest.name) : isNamed ? 'header' : '',
    scheme: node.text('scheme')?.slice(0, longest.name).toLowerCase() ?? '',
    ...optional('description', node.text('description')),
    scopes: readScopes(flows, asked),
    flows: grants.flatMap(([key, grant]) => (flows.at(key).present ? [readFlow(flows.at(key), grant)] : [])),
    ...optional('discoveryUrl', node.text('openIdConnectUrl')?.slice(0, longest.url)),
  }
}

function readFlow(flow: SpecNode, grant: string): Flow {
  const url = (key: string) => flow.text(key)?.slice(0, longest.url)
  return {
    grant,
    ...optional('authorizationUrl', url('authorizationUrl') ?? url('deviceAuthorizationUrl')),
    ...optional('tokenUrl', url('tokenUrl')),
    ...optional('refreshUrl', url('refreshUrl')),
  }
}

/** What a scope allows is told by the flows that know it. */
function readScopes(flows: SpecNode, asked: string[]): Scope[] {
  const known = new Map<string, string | undefined>()
  for (const [key] of grants) {
    const list = flows.at(key).has('availableScopes') ? 'availableScopes' : 'scopes'
    const scopes = flows.at(key).at(list)
    for (const name of flows.at(key).keys(list).slice(0, most.scopes)) {
      if (!known.has(name)) known.set(name, scopes.text(name)?.slice(0, longest.url))
    }
  }
  const names = asked.length > 0 ? asked : [...known.keys()]
  return names.slice(0, most.scopes).map((name) => {
    return { name: name.slice(0, longest.name), ...optional('description', known.get(name)) }
  })
}
