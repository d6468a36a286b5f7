import { Resolver } from 'node:dns'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { defaultLimits, type LimitName, type Limits, limitNames } from '../core/limits/limits.ts'
import { parseGroupRules } from '../core/people/sign-in/group-rules.ts'
import { explainMissingPrices, parsePrices } from '../core/usage/model-prices.ts'
import { parseAllowedHosts } from '../outbound/parse-allowed-hosts.ts'
import { type Environment, readSecretFiles } from './read-secret-files.ts'

export type Config = z.output<typeof shape>

const minute = 60
const day = 86_400

/** Read by main alone, once, at the start. All mistakes are told together, each with the variable and an example. */
export function readConfig(env: Environment): Config {
  const { filled, mistakes } = readSecretFiles(env)
  const parsed = shape.safeParse(arrange(filled))
  if (parsed.success && mistakes.length === 0) return parsed.data
  throw unusable([...mistakes, ...(parsed.error?.issues.map(toMistake) ?? [])])
}

function toMistake({ path, message }: z.core.$ZodIssue): string {
  return `${variableAt(path)} ${message}`
}

function unusable(mistakes: string[]): ConfigError {
  return new ConfigError(`The configuration cannot be used:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The one variable that `migrate` needs. */
export function readDatabaseUrl(env: Environment): string {
  const { filled, mistakes } = readSecretFiles({
    DATABASE_URL: env.DATABASE_URL,
    DATABASE_URL_FILE: env.DATABASE_URL_FILE,
  })
  if (mistakes.length > 0) throw unusable(mistakes)
  const parsed = databaseUrl.safeParse(filled.DATABASE_URL)
  if (parsed.success) return parsed.data
  throw unusable([`DATABASE_URL ${parsed.error.issues[0]?.message}`])
}

const url = (protocols: RegExp, example: string) =>
  z.string({ error: `is missing; set it to something like ${example}` }).refine(
    (text) => {
      const parsed = URL.parse(text)
      return parsed !== null && protocols.test(parsed.protocol)
    },
    { error: `is not a URL such as ${example}` },
  )

const httpUrl = (example: string) => url(/^https?:$/, example)
const databaseUrl = url(/^postgres(ql)?:$/, 'postgres://bindery:secret@127.0.0.1:5432/bindery')

const text = (example: string) => z.string({ error: `is missing; set it to something like ${example}` })

const whole = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${minimum} to ${maximum}` })
    .transform(Number)
    .refine((number) => number >= minimum && number <= maximum, {
      error: `must be a whole number from ${minimum} to ${maximum}`,
    })

const port = whole(0, 65_535)
const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((word) => word === 'true')
const list = z.string().transform((words) => words.split(/[\s,]+/).filter((word) => word !== ''))

/** A name of several words stands in quotes. */
const names = z
  .string()
  .transform((words) => [...words.matchAll(/"([^"]+)"|[^\s,"]+/g)].map(([word, quoted]) => quoted ?? word))

const networks = list.refine((entries) => entries.every((entry) => ipaddr.isValidCIDR(entry)), {
  error: 'must be networks such as 10.0.0.0/8, 2001:db8::/48, separated by commas',
})

const defaultTransportSecurity = 'max-age=31536000'

const transportSecurity = z
  .string()
  .regex(/^(?:off|max-age=\d{1,10}(?:; *includeSubDomains)?(?:; *preload)?)$/i, {
    error: `must be off, or the header's value, such as ${defaultTransportSecurity}`,
  })
  .default(defaultTransportSecurity)
  .transform((value) => (value.toLowerCase() === 'off' ? undefined : value))

const nameServers = list.refine((entries) => entries.every(isNameServer), {
  error: 'must be addresses such as 10.0.0.53 or [2001:db8::53]:5353, separated by commas',
})

const gitHosts = list.superRefine((entries, context) => {
  try {
    parseAllowedHosts(entries)
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is refused: ${(error as Error).message}` })
  }
})

const assetHosts = list.refine((entries) => entries.every((entry) => /^(?:\*\.)?[a-z0-9.-]{1,253}$/.test(entry)), {
  error: 'must be names of hosts such as cdn.example.com or *.example.com, separated by commas',
})

const secretKey = z
  .string()
  .refine((encoded) => /^[A-Za-z0-9+/]{43}=$/.test(encoded), {
    error: 'must be 32 bytes in base64; `openssl rand -base64 32` makes such a key',
  })
  .transform((encoded) => Buffer.from(encoded, 'base64'))

const seconds = z
  .string()
  .regex(/^\d+[smhd]$/, { error: 'must be a time such as 90s, 30m, 1h or 7d' })
  .transform((words) => Number(words.slice(0, -1)) * (unitSeconds[words.slice(-1)] ?? 1))

const processSeconds = seconds.refine((time) => time >= 1 && time <= 300, { error: 'must be from 1s to 5m' })

const unitSeconds: Record<string, number> = { s: 1, m: minute, h: 60 * minute, d: day }

const linkLifetime = z
  .object({ lifetime: seconds.default(60 * minute), allowShort: flag.default(false) })
  .refine(({ lifetime, allowShort }) => lifetime >= (allowShort ? 1 : 5 * minute) && lifetime <= 7 * day, {
    path: ['lifetime'],
    error: 'must be from 5m to 7d; tests may go down to 1s with BINDERY_ALLOW_SHORT_LINKS=true',
  })
  .transform(({ lifetime }) => lifetime)

/** The name below which each export has a subdomain; the dashboard must not be one of them. */
const previewDomain = z
  .string()
  .toLowerCase()
  .transform((name) => name.replace(/^\*\./, ''))
  .refine(
    (name) =>
      /^(?=.{1,190}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name),
    {
      error: 'must be a name such as previews.example.com, whose subdomains all lead to the API',
    },
  )

const previewLifetime = z
  .object({ lifetime: seconds.default(day), allowShort: flag.default(false) })
  .refine(({ lifetime, allowShort }) => lifetime >= (allowShort ? 1 : 5 * minute) && lifetime <= 7 * day, {
    path: ['lifetime'],
    error: 'must be from 5m to 7d',
  })
  .transform(({ lifetime }) => lifetime)

const providers = ['anthropic', 'openai', 'openai-compatible'] as const

const prices = z.object({
  models: names
    .default([])
    .transform((entries) => parsePrices(entries))
    .refine((models) => models !== undefined, {
      error: 'must be prices of a million tokens of input and output, such as large=3/15, small=0.8/4',
    })
    .transform((models) => models ?? {}),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'must be a currency such as USD or EUR' })
    .default('USD'),
})

/** Without a provider there are no agent jobs, and nothing else about models may be set by mistake. */
const model = z
  .object({
    provider: z.enum(providers, { error: `must be one of ${providers.join(', ')}` }).optional(),
    baseUrl: httpUrl('https://models.example.com/v1').optional(),
    apiKey: z.string().optional(),
    names: names.default([]),
  })
  .superRefine(({ provider, baseUrl, apiKey, names }, context) => {
    const report = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (provider === undefined) {
      if (baseUrl !== undefined || apiKey !== undefined || names.length > 0)
        report(
          'provider',
          `is missing, though other settings of the model are there; set it to one of ${providers.join(', ')}`,
        )
      return
    }
    if (names.length === 0)
      report('names', 'is missing; name the models that agent jobs may use, the default one first')
    if (provider === 'openai-compatible' && baseUrl === undefined)
      report('baseUrl', 'is missing; set it to the endpoint, such as https://models.example.com/v1')
    if (provider !== 'openai-compatible' && apiKey === undefined)
      report('apiKey', `is missing; ${provider} asks for a key`)
  })
  .transform(({ provider, names, ...rest }) => provider && { provider, names, ...rest })

const issuer = httpUrl('https://id.example.com').refine((text) => !text.startsWith('http:') || isLoopback(text), {
  error: 'must begin with https://; http is for a provider on this very machine alone',
})

const groupRules = z.string().transform((rules, context) => {
  try {
    return parseGroupRules(rules)
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'must be entries such as docs-team=org_1f2e:writer, separated by commas',
    })
    return z.NEVER
  }
})

/** People come by password, by the operator's identity provider, or by both. */
const signIn = z
  .object({
    issuer: issuer.optional(),
    clientId: z.string().optional(),
    clientSecret: z.string().optional(),
    name: z.string().default('Single sign-on'),
    trustEmail: flag.default(false),
    groupsClaim: z.string().default('groups'),
    groups: groupRules.default([]),
    local: flag.default(true),
  })
  .superRefine(({ issuer, clientId, clientSecret, groups, local }, context) => {
    const report = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (issuer === undefined) {
      if (clientId !== undefined || clientSecret !== undefined || groups.length > 0)
        report('issuer', 'is missing, though other settings of the identity provider are there; set it to its URL')
      if (!local) report('local', 'may be false only with BINDERY_OIDC_ISSUER, or nobody could sign in')
      return
    }
    if (clientId === undefined) report('clientId', 'is missing; register Bindery with the identity provider')
    if (clientSecret === undefined)
      report('clientSecret', 'is missing; the identity provider gave it with the client id')
  })
  .transform(({ issuer, clientId, clientSecret, local, ...rest }) => ({
    local,
    oidc:
      issuer !== undefined && clientId !== undefined && clientSecret !== undefined
        ? { issuer, clientId, clientSecret, ...rest }
        : undefined,
  }))

const shape = z
  .object({
    databaseUrl,
    databaseConnections: whole(8, 1_000).default(20),
    publicUrl: httpUrl('https://bindery.example.com').default('http://127.0.0.1:8080'),
    listen: z.object({
      address: z.string().default('0.0.0.0'),
      port: port.default(8080),
      internalAddress: z.string().default('127.0.0.1'),
      internalPort: port.default(9090),
      trustedProxies: networks.default([]),
      transportSecurity: transportSecurity,
      drainSeconds: seconds.refine((time) => time <= 15, { error: 'must be at most 15s' }).default(1),
    }),
    storage: z
      .object({
        endpoint: httpUrl('https://s3.example.com').optional(),
        publicEndpoint: httpUrl('https://files.example.com').optional(),
        region: z.string().default('us-east-1'),
        bucket: text('bindery'),
        accessKeyId: z.string().optional(),
        secretAccessKey: z.string().optional(),
        forcePathStyle: flag.default(true),
      })
      .refine(({ accessKeyId, secretAccessKey }) => (accessKeyId === undefined) === (secretAccessKey === undefined), {
        path: ['secretAccessKey'],
        error: 'and BINDERY_S3_ACCESS_KEY_ID belong together; set both, or neither to use the machine’s own role',
      }),
    linkLifetimeSeconds: linkLifetime,
    previews: z.object({ domain: previewDomain.optional(), lifetimeSeconds: previewLifetime }),
    git: z.object({ allowedHosts: gitHosts.default([]) }),
    assets: z.object({ isOffline: flag.default(false), hosts: assetHosts.default([]) }),
    network: z.object({
      caFile: z.string().optional(),
      httpsProxy: httpUrl('http://proxy.example.com:3128').optional(),
      noProxy: z.string().optional(),
    }),
    credentials: z
      .object({ current: secretKey.optional(), previous: list.pipe(z.array(secretKey)).default([]) })
      .transform(({ current, previous }) => current && { current, previous }),
    domains: z.object({
      mode: z.enum(['trusted', 'verified'], { error: 'must be trusted or verified' }).default('trusted'),
      dnsServers: nameServers.default([]),
    }),
    signingKeyFile: z.string().optional(),
    model,
    prices,
    signIn,
    limits: z.object(mapLimits(() => whole(0, Number.MAX_SAFE_INTEGER).optional())).transform(fillLimits),
    failedAuthenticationsPerMinute: whole(1, 1_000_000_000).default(100),
    visits: z.object({
      sessionRequestsPerMinute: whole(1, 1_000_000_000).default(1_200),
      addressRequestsPerMinute: whole(1, 1_000_000_000).default(1_200),
    }),
    waits: z.object({
      perCaller: whole(1, 1_000_000_000).default(500),
      perAddress: whole(1, 1_000_000_000).default(1_000),
      inAll: whole(1, 1_000_000_000).default(10_000),
    }),
    logLevel: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
        error: 'must be one of trace, debug, info, warn, error, fatal, silent',
      })
      .default('info'),
    worker: z.object({
      cores: whole(1, 1_000).optional(),
      exports: whole(1, 1_000).optional(),
      chunks: whole(1, 1_000).optional(),
      fetches: whole(1, 1_000).optional(),
      gitBytes: whole(64 * 1024 ** 2, Number.MAX_SAFE_INTEGER).optional(),
      pageSeconds: processSeconds.default(30),
      taskSeconds: processSeconds.default(60),
      fetchSeconds: seconds
        .refine((time) => time >= 1 && time <= 600, { error: 'must be from 1s to 10m' })
        .default(600),
      cacheFolder: z.string().optional(),
      cacheBytes: whole(256 * 1024 ** 2, Number.MAX_SAFE_INTEGER).optional(),
    }),
  })
  .superRefine(({ limits, model, prices }, context) => {
    if (limits.agentCostPerMonth === 0) return
    const message = explainMissingPrices(model?.names ?? [], prices)
    if (message !== undefined)
      context.addIssue({ code: 'custom', path: ['limits', 'agentCostPerMonth'], message: `cannot be set. ${message}` })
  })
  .refine(({ publicUrl, previews }) => !isBelow(new URL(publicUrl).hostname, previews.domain), {
    path: ['previews', 'domain'],
    error:
      'must not be the name of BINDERY_PUBLIC_URL, nor one that it is below: previews stand apart from the dashboard',
  })

/** Where each part of the tree comes from: the one list of all variables. */
export const variables = {
  databaseUrl: 'DATABASE_URL',
  databaseConnections: 'BINDERY_DATABASE_CONNECTIONS',
  publicUrl: 'BINDERY_PUBLIC_URL',
  listen: {
    address: 'BINDERY_ADDRESS',
    port: 'BINDERY_PORT',
    internalAddress: 'BINDERY_INTERNAL_ADDRESS',
    internalPort: 'BINDERY_INTERNAL_PORT',
    trustedProxies: 'BINDERY_TRUSTED_PROXIES',
    transportSecurity: 'BINDERY_HSTS',
    drainSeconds: 'BINDERY_DRAIN_DELAY',
  },
  storage: {
    endpoint: 'BINDERY_S3_ENDPOINT',
    publicEndpoint: 'BINDERY_S3_PUBLIC_ENDPOINT',
    region: 'BINDERY_S3_REGION',
    bucket: 'BINDERY_S3_BUCKET',
    accessKeyId: 'BINDERY_S3_ACCESS_KEY_ID',
    secretAccessKey: 'BINDERY_S3_SECRET_ACCESS_KEY',
    forcePathStyle: 'BINDERY_S3_FORCE_PATH_STYLE',
  },
  linkLifetimeSeconds: { lifetime: 'BINDERY_BUNDLE_LINK_LIFETIME', allowShort: 'BINDERY_ALLOW_SHORT_LINKS' },
  previews: {
    domain: 'BINDERY_PREVIEW_DOMAIN',
    lifetimeSeconds: { lifetime: 'BINDERY_PREVIEW_LIFETIME', allowShort: 'BINDERY_ALLOW_SHORT_LINKS' },
  },
  git: { allowedHosts: 'BINDERY_GIT_ALLOWED_HOSTS' },
  assets: { isOffline: 'BINDERY_ASSETS_OFFLINE', hosts: 'BINDERY_ASSET_HOSTS' },
  network: { caFile: 'BINDERY_CA_FILE', httpsProxy: 'BINDERY_HTTPS_PROXY', noProxy: 'BINDERY_NO_PROXY' },
  credentials: { current: 'BINDERY_CREDENTIAL_KEY', previous: 'BINDERY_CREDENTIAL_PREVIOUS_KEYS' },
  domains: { mode: 'BINDERY_DOMAINS', dnsServers: 'BINDERY_DNS_SERVERS' },
  signingKeyFile: 'BINDERY_SIGNING_KEY_FILE',
  model: {
    provider: 'BINDERY_MODEL_PROVIDER',
    baseUrl: 'BINDERY_MODEL_BASE_URL',
    apiKey: 'BINDERY_MODEL_API_KEY',
    names: 'BINDERY_MODELS',
  },
  prices: { models: 'BINDERY_MODEL_PRICES', currency: 'BINDERY_MODEL_CURRENCY' },
  signIn: {
    issuer: 'BINDERY_OIDC_ISSUER',
    clientId: 'BINDERY_OIDC_CLIENT_ID',
    clientSecret: 'BINDERY_OIDC_CLIENT_SECRET',
    name: 'BINDERY_OIDC_NAME',
    trustEmail: 'BINDERY_OIDC_TRUST_EMAIL',
    groupsClaim: 'BINDERY_OIDC_GROUPS_CLAIM',
    groups: 'BINDERY_OIDC_GROUPS',
    local: 'BINDERY_LOCAL_SIGN_IN',
  },
  limits: mapLimits((name) => `BINDERY_LIMIT_${toSnakeCase(name)}`),
  failedAuthenticationsPerMinute: 'BINDERY_LIMIT_FAILED_AUTHENTICATIONS_PER_MINUTE',
  visits: {
    sessionRequestsPerMinute: 'BINDERY_LIMIT_SESSION_REQUESTS_PER_MINUTE',
    addressRequestsPerMinute: 'BINDERY_LIMIT_ADDRESS_REQUESTS_PER_MINUTE',
  },
  waits: {
    perCaller: 'BINDERY_LIMIT_WAITS',
    perAddress: 'BINDERY_LIMIT_WAITS_PER_ADDRESS',
    inAll: 'BINDERY_LIMIT_WAITS_IN_ALL',
  },
  logLevel: 'BINDERY_LOG_LEVEL',
  worker: {
    cores: 'BINDERY_WORKER_CORES',
    exports: 'BINDERY_WORKER_EXPORTS',
    chunks: 'BINDERY_WORKER_CHUNKS',
    fetches: 'BINDERY_WORKER_FETCHES',
    gitBytes: 'BINDERY_WORKER_GIT_MEMORY_BYTES',
    pageSeconds: 'BINDERY_WORKER_PAGE_TIMEOUT',
    taskSeconds: 'BINDERY_WORKER_TASK_TIMEOUT',
    fetchSeconds: 'BINDERY_WORKER_FETCH_TIMEOUT',
    cacheFolder: 'BINDERY_WORKER_CACHE_FOLDER',
    cacheBytes: 'BINDERY_WORKER_CACHE_BYTES',
  },
}

export type VariableTree = { [name: string]: string | VariableTree }

function arrange(env: Environment, tree: VariableTree = variables): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, node]) => [name, typeof node === 'string' ? env[node] : arrange(env, node)]),
  )
}

function variableAt(path: readonly PropertyKey[]): string {
  let node: string | VariableTree | undefined = variables
  for (const part of path) {
    if (typeof node === 'object') node = node[String(part)]
  }
  return typeof node === 'string' ? node : path.join('.')
}

function isBelow(host: string, domain: string | undefined): boolean {
  return domain !== undefined && (host === domain || host.endsWith(`.${domain}`))
}

function isNameServer(entry: string): boolean {
  try {
    new Resolver().setServers([entry])
    return true
  } catch {
    return false
  }
}

function isLoopback(url: string): boolean {
  const host = new URL(url).hostname
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}

function mapLimits<Value>(make: (name: LimitName) => Value): Record<LimitName, Value> {
  return Object.fromEntries(limitNames.map((name) => [name, make(name)])) as Record<LimitName, Value>
}

function fillLimits(given: Partial<Record<LimitName, number | undefined>>): Limits {
  return mapLimits((name) => given[name] ?? defaultLimits[name])
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}
