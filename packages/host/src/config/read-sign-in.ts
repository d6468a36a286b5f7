import { readFile } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { invalidSetting } from '../ops/host-error.ts'
import { normalizeDomain } from './normalize-domain.ts'
import { readRemoteUrl } from './read-remote-url.ts'

/** Which readers may read which site: see `readersOf`. */
export interface SignIn {
  method: OidcMethod | ProxyMethod
  /** Groups by domain; undefined when `groups` applies to every site of this host. An empty list: all who sign in. */
  domains: ReadonlyMap<string, readonly string[]> | undefined
  groups: readonly string[]
  /** Domains that `domains` does not name are open to everyone. They are refused otherwise. */
  public: boolean
}

/** With an empty list of groups, every reader who has signed in. */
export type Readers = 'everyone' | 'no one' | readonly string[]

export function readersOf(signIn: SignIn | undefined, domain: string): Readers {
  if (!signIn) return 'everyone'
  if (!signIn.domains) return signIn.groups
  return signIn.domains.get(domain) ?? (signIn.public ? 'everyone' : 'no one')
}

export interface OidcMethod {
  kind: 'oidc'
  issuer: string
  clientId: string
  clientSecret: string
  groupsClaim: string
  sessionSeconds: number
  /** What cookies are sealed with. */
  secret: string
}

export interface ProxyMethod {
  kind: 'proxy'
  /** Requests from elsewhere are those of strangers, whatever their headers say. */
  proxies: BlockList
  userHeader: string
  groupsHeader: string
}

export const signInSettings = [
  'signIn.method',
  'signIn.issuer',
  'signIn.clientId',
  'signIn.clientSecretFile',
  'signIn.secretFile',
  'signIn.sessionMinutes',
  'signIn.groupsClaim',
  'signIn.userHeader',
  'signIn.groupsHeader',
  'signIn.public',
] as const
type SignInSetting = (typeof signInSettings)[number]

interface SignInValues {
  value(name: SignInSetting): string | undefined
  groups: readonly string[]
  proxies: readonly string[]
  domains: unknown
  isPublic: boolean
  allDomains: boolean
  allowHttp: boolean
  folder: string
}

export async function readSignIn(values: SignInValues): Promise<SignIn | undefined> {
  const method = values.value('signIn.method')
  if (method === undefined) {
    const given = signInSettings.find((name) => values.value(name) !== undefined)
    if (given === undefined && values.domains === undefined && values.groups.length === 0) return undefined
    // Never a site that is open because one line is missing.
    throw invalidSetting('signIn.method', 'is missing. Write oidc or proxy')
  }
  if (values.domains !== undefined && !values.allDomains) {
    throw invalidSetting('signIn.domains', 'is for a host that serves all domains. Write signIn.groups instead')
  }
  const domains = readDomains(values.domains)
  if (values.isPublic && !domains) {
    throw invalidSetting(
      'signIn.public',
      'is true, but no site is protected. Name the protected ones in signIn.domains',
    )
  }
  return {
    method: method === 'oidc' ? await readOidc(values) : readProxy(method, values),
    domains,
    groups: values.groups,
    public: values.isPublic,
  }
}

async function readOidc({ value, allowHttp, folder }: SignInValues): Promise<OidcMethod> {
  const need = (name: SignInSetting) => {
    const found = value(name)
    if (found !== undefined) return found
    throw invalidSetting(name, 'is missing, but signIn.method is oidc. Set it')
  }
  const secret = await readSecret('signIn.secretFile', resolve(folder, need('signIn.secretFile')))
  if (secret.length < 32) {
    throw invalidSetting('signIn.secretFile', 'has fewer than 32 characters. Make one with openssl rand -base64 32')
  }
  const minutes = value('signIn.sessionMinutes') ?? '480'
  if (!/^[1-9]\d{0,4}$/.test(minutes)) {
    throw invalidSetting('signIn.sessionMinutes', `is ${JSON.stringify(minutes)}. Write a number of minutes`)
  }
  return {
    kind: 'oidc',
    issuer: readRemoteUrl('signIn.issuer', need('signIn.issuer'), allowHttp),
    clientId: need('signIn.clientId'),
    clientSecret: await readSecret('signIn.clientSecretFile', resolve(folder, need('signIn.clientSecretFile'))),
    groupsClaim: value('signIn.groupsClaim') ?? 'groups',
    sessionSeconds: Number(minutes) * 60,
    secret,
  }
}

function readProxy(method: string, { value, proxies }: SignInValues): ProxyMethod {
  if (method !== 'proxy') throw invalidSetting('signIn.method', `is ${JSON.stringify(method)}. Write oidc or proxy`)
  if (proxies.length === 0) {
    throw invalidSetting('signIn.proxies', 'is missing. List the addresses that your proxy has, such as 10.0.0.0/8')
  }
  const headerOf = (name: SignInSetting, fallback: string) => {
    const header = (value(name) ?? fallback).toLowerCase()
    if (/^[a-z\d-]+$/.test(header)) return header
    throw invalidSetting(name, `is ${JSON.stringify(header)}. Write the name of a header`)
  }
  return {
    kind: 'proxy',
    proxies: readNetworks(proxies),
    userHeader: headerOf('signIn.userHeader', 'X-Forwarded-User'),
    groupsHeader: headerOf('signIn.groupsHeader', 'X-Forwarded-Groups'),
  }
}

function readNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address)
    const most = family === 6 ? 128 : 32
    const bits = prefix === undefined ? most : Number(prefix)
    // An empty prefix would be everybody.
    if (family === 0 || !/^\d*$/.test(prefix ?? '') || !(bits >= 1 && bits <= most)) {
      throw invalidSetting(
        'signIn.proxies',
        `has ${JSON.stringify(network)}. Write an address, or a network as 10.0.0.0/8`,
      )
    }
    list.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

function readDomains(domains: unknown): SignIn['domains'] {
  if (domains === undefined || domains === '') return undefined
  const entries = typeof domains === 'object' && domains !== null ? Object.entries(domains) : []
  const isRight = ([name, groups]: [string, unknown]) =>
    normalizeDomain(name) !== '' && Array.isArray(groups) && groups.every((group) => typeof group === 'string')
  if (entries.length > 0 && !Array.isArray(domains) && entries.every(isRight)) {
    const named = new Map(entries.map(([name, groups]) => [normalizeDomain(name), groups]))
    if (named.size === entries.length) return named
    throw invalidSetting('signIn.domains', 'names a domain twice, in two spellings. Keep one of them')
  }
  throw invalidSetting('signIn.domains', 'are domains, each with a list of groups: docs.example.com: [staff]')
}

async function readSecret(name: string, path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(({ code }) => {
    throw invalidSetting(name, `names ${path}, which cannot be read (${code})`)
  })
  if (text.trim() !== '') return text.trim()
  throw invalidSetting(name, `names ${path}, which is empty`)
}
