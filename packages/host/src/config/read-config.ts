import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Expectations } from '@bindery/bundle'
import { parseDocument } from 'yaml'
import { invalidSetting } from '../ops/host-error.ts'
import type { Address, HostConfig, StaticExport } from './config.ts'
import { readDomain, readFollow } from './read-follow.ts'
import { readPublicKeys } from './read-public-keys.ts'
import { readRemoteUrl } from './read-remote-url.ts'
import { readSignIn, signInSettings } from './read-sign-in.ts'

type Values = Record<string, unknown>

/** Settings that are one value each: all can also be given in the environment, `listen` as BINDERY_LISTEN. */
export const settings = [
  'staticExport.enabled',
  'staticExport.bundleUrl',
  'staticExport.follow.url',
  'staticExport.follow.domain',
  'staticExport.follow.allDomains',
  'staticExport.follow.apiKeyFile',
  'staticExport.domain',
  'staticExport.version',
  'staticExport.sha256',
  'staticExport.allowHttp',
  'staticExport.refreshSeconds',
  'staticExport.timeoutSeconds',
  'listen',
  'internalListen',
  'basePath',
  'dataFolder',
  'hsts',
  'memoryMegabytes',
  'sitesMegabytes',
  'keepEarlierSeconds',
  'drainSeconds',
  ...signInSettings,
] as const
export type Setting = (typeof settings)[number]

const groups = [
  'staticExport',
  'staticExport.follow',
  'staticExport.publicKeys',
  'headers',
  'limits',
  'signIn',
  'signIn.groups',
  'signIn.proxies',
  'signIn.domains',
] as const
const limitNames = ['maxEntries', 'maxBytes', 'maxFileBytes', 'maxRatio', 'maxPathBytes']

export interface ConfigInput {
  /** The text of the file, YAML or JSON. */
  text: string | undefined
  env: Readonly<Record<string, string | undefined>>
  /** Relative paths are meant from here. */
  folder: string
}

/** The environment goes before the file. Whatever is wrong is told in a sentence that names the setting. */
export async function readConfig({ text, env, folder }: ConfigInput): Promise<HostConfig> {
  const file = readText(text)
  const link = await readLinkFile(env)
  const value = (name: Setting) =>
    (name === 'staticExport.bundleUrl' && link) || env[variableOf(name)] || readScalar(file, name)
  const number = (name: Setting, or: number) => readNumber(name, value(name)) ?? or
  const keys = env.BINDERY_STATIC_EXPORT_PUBLIC_KEYS?.split(',') ?? readList(file, 'staticExport.publicKeys')
  const source = readSource(value, env.BINDERY_STATIC_EXPORT_FOLLOW_API_KEY, folder)
  const allDomains = readBoolean(everyDomain, value(everyDomain)) ?? false
  if (allDomains && value('staticExport.version') !== undefined) {
    throw invalidSetting('staticExport.version', `is one site’s, but ${everyDomain} serves all. Drop one of them`)
  }
  return {
    allDomains,
    signIn: await readSignIn({
      value,
      allDomains,
      groups: readList(file, 'signIn.groups'),
      proxies: readList(file, 'signIn.proxies'),
      domains: valueAt(file, 'signIn.domains'),
      isPublic: readBoolean('signIn.public', value('signIn.public')) ?? false,
      allowHttp: value('staticExport.allowHttp') === 'true',
      folder,
    }),
    sitesBytes: number('sitesMegabytes', 10_240) * 1024 * 1024,
    staticExport: {
      ...source,
      expected: readExpected(value, source, await readPublicKeys(keys, folder)),
      limits: readLimits(file),
    },
    listen: readAddress('listen', value('listen') ?? ':8080'),
    internalListen: readAddress('internalListen', value('internalListen') ?? '127.0.0.1:9090'),
    basePath: readBasePath(value('basePath') ?? ''),
    dataFolder: resolve(folder, value('dataFolder') ?? 'data'),
    headers: readHeaders(file),
    transportSecurity: readTransportSecurity(value('hsts') ?? 'max-age=31536000'),
    memoryBytes: number('memoryMegabytes', 128) * 1024 * 1024,
    keepEarlierSeconds: number('keepEarlierSeconds', 3600),
    drainSeconds: number('drainSeconds', 5),
  }
}

const everyDomain = 'staticExport.follow.allDomains'

/** A presigned link is a credential, so it may come in a file, as other secrets do. */
async function readLinkFile(env: ConfigInput['env']): Promise<string | undefined> {
  const path = env.BINDERY_STATIC_EXPORT_BUNDLE_URL_FILE
  if (!path) return undefined
  const variable = 'BINDERY_STATIC_EXPORT_BUNDLE_URL'
  if (env[variable]) throw invalidSetting(`${variable}_FILE and ${variable}`, 'are both set. Keep one of them')
  const text = await readFile(path, 'utf8').catch(({ code }) => {
    throw invalidSetting(`${variable}_FILE`, `names ${path}, which cannot be read (${code})`)
  })
  const link = text.replace(/[\r\n]+$/, '')
  if (link === '') throw invalidSetting(`${variable}_FILE`, `names ${path}, which is empty`)
  return link
}

type Source = Omit<StaticExport, 'expected' | 'limits'>

// A minute after an export has ended it is there; a thousand hosts then ask 17 times a second.
const followSeconds = 60
const silentSeconds = 60

/** Whether there is a site, and where it comes from: an address, or a service that is followed. */
function readSource(value: (name: Setting) => string | undefined, apiKey: string | undefined, folder: string): Source {
  const enabled = readBoolean('staticExport.enabled', value('staticExport.enabled'))
  // Not taken for false: a file that lost its content must not take the site down.
  if (enabled === undefined) throw invalidSetting('staticExport.enabled', 'is missing. Write true or false')
  const allowHttp = readBoolean('staticExport.allowHttp', value('staticExport.allowHttp')) ?? false
  const refreshSeconds = readSeconds('staticExport.refreshSeconds', value('staticExport.refreshSeconds'))
  const timeoutSeconds =
    readSeconds('staticExport.timeoutSeconds', value('staticExport.timeoutSeconds')) ?? silentSeconds
  const common = { enabled, allowHttp, refreshSeconds, timeoutSeconds }
  if (!enabled) return { ...common, bundleUrl: '', follow: undefined }
  const values = {
    url: value('staticExport.follow.url'),
    domain: value('staticExport.follow.domain'),
    allDomains: value(everyDomain) === 'true' || undefined,
    apiKeyFile: value('staticExport.follow.apiKeyFile'),
    apiKey: apiKey || undefined,
  }
  const follow = readFollow(values, { allowHttp, timeoutSeconds, folder })
  const bundleUrl = value('staticExport.bundleUrl')
  if (!follow) return { ...common, bundleUrl: readBundleUrl(bundleUrl, allowHttp, folder), follow }
  if (bundleUrl !== undefined) {
    throw invalidSetting('staticExport.bundleUrl', 'and staticExport.follow exclude each other. Drop one')
  }
  if (value('staticExport.sha256') !== undefined) {
    throw invalidSetting('staticExport.sha256', 'is one export’s, but staticExport.follow takes each new one. Drop it')
  }
  if (value('staticExport.domain') !== undefined) {
    throw invalidSetting('staticExport.domain', 'is for staticExport.bundleUrl. Set staticExport.follow.domain instead')
  }
  return { ...common, bundleUrl: '', follow, refreshSeconds: refreshSeconds ?? followSeconds }
}

/** Requirements on every bundle, and on the last good one at a start. */
function readExpected(
  value: (name: Setting) => string | undefined,
  { enabled, follow }: Source,
  publicKeys: readonly KeyObject[],
): Expectations {
  const domain = follow ? follow.domain : readDomain('staticExport.domain', value('staticExport.domain'))
  const pinned = { version: value('staticExport.version'), sha256: readDigest(value('staticExport.sha256')) }
  if (publicKeys.length === 0) return { ...pinned, publicKeys: 'unchecked', domain }
  if (domain === undefined && enabled) {
    const why = 'is missing, but staticExport.publicKeys is set: a service signs the sites of all its organizations'
    throw invalidSetting(
      'staticExport.domain',
      `${why} with one key. Write the domain of the site, as docs.example.com`,
    )
  }
  return { ...pinned, publicKeys, domain: domain ?? '' }
}

/** `staticExport.bundleUrl`: BINDERY_STATIC_EXPORT_BUNDLE_URL */
export function variableOf(name: string): string {
  return `BINDERY_${name.replace(/[A-Z]|\./g, (sign) => (sign === '.' ? '_' : `_${sign}`)).toUpperCase()}`
}

/**
 * Every value is read as text, as in the environment: a version that somebody writes as 1.10 is not the number 1.1.
 */
function readText(text = ''): Values {
  const document = parseDocument(text, { schema: 'failsafe' })
  const [error] = document.errors
  if (error) throw invalidSetting('The configuration', `cannot be read: ${error.message}`)
  const values: unknown = document.toJS() ?? {}
  if (!isValues(values)) throw invalidSetting('The configuration', 'is no list of names and values')
  refuseUnknown(values, '')
  return values
}

function refuseUnknown(values: Values, prefix: string): void {
  const known: readonly string[] = [...settings, ...groups]
  for (const name of Object.keys(values)) {
    if (known.includes(`${prefix}${name}`)) continue
    const siblings = known.filter((one) => one.startsWith(prefix) && !one.slice(prefix.length).includes('.'))
    const list = siblings.map((one) => one.slice(prefix.length)).join(', ')
    throw invalidSetting(`${prefix}${name}`, `is no setting. Known here: ${list}`)
  }
  for (const [name, inside] of Object.entries(values)) {
    const within = `${prefix}${name}.`
    if (isValues(inside) && known.some((one) => one.startsWith(within))) refuseUnknown(inside, within)
  }
}

function valueAt(values: Values, name: string): unknown {
  return name.split('.').reduce<unknown>((inside, key) => (isValues(inside) ? inside[key] : undefined), values)
}

/** Empty and `null` are what a chart writes for a value that was not set. */
function readScalar(values: Values, name: Setting): string | undefined {
  const value = valueAt(values, name)
  if (value === undefined || value === '' || value === 'null' || value === '~') return undefined
  if (typeof value === 'string') return value
  throw invalidSetting(name, 'is one value, not a list')
}

function readList(values: Values, name: string): string[] {
  const value = valueAt(values, name)
  if (value === undefined || value === '' || value === 'null') return []
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  throw invalidSetting(name, 'is a list: write each value on a line of its own, after a dash')
}

function readBoolean(name: string, value: string | undefined): boolean | undefined {
  if (value === undefined || value === 'true' || value === 'false')
    return value === undefined ? value : value === 'true'
  throw invalidSetting(name, `is ${JSON.stringify(value)}. Write true or false`)
}

function readNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,15}$/.test(value)) return Number(value)
  throw invalidSetting(name, `is ${JSON.stringify(value)}. Write a whole number`)
}

// A timer of Node runs for at most 24 days.
const mostSeconds = 1_000_000

function readSeconds(name: Setting, value: string | undefined): number | undefined {
  const seconds = readNumber(name, value)
  if (seconds === undefined || (seconds > 0 && seconds <= mostSeconds)) return seconds
  throw invalidSetting(name, `is ${seconds}. Write a number of seconds from 1 to ${mostSeconds}`)
}

function readBundleUrl(value: string | undefined, allowHttp: boolean, folder: string): string {
  const name = 'staticExport.bundleUrl'
  if (value === undefined) {
    throw invalidSetting(name, `is missing, but staticExport.enabled is true. Set it, or ${variableOf(name)}`)
  }
  if (!/^[a-z][a-z\d+.-]+:/i.test(value)) return resolve(folder, value)
  if (/^file:/i.test(value)) return value
  if (/^https?:/i.test(value)) return readRemoteUrl(name, value, allowHttp)
  throw invalidSetting(name, 'begins neither with https:// nor with file://, and is no path')
}

function readDigest(value: string | undefined): string | undefined {
  if (value === undefined || /^[0-9a-f]{64}$/i.test(value)) return value?.toLowerCase()
  throw invalidSetting(
    'staticExport.sha256',
    'is no SHA-256. Write the 64 digits that sha256sum prints for the archive',
  )
}

/** `:8080`, `127.0.0.1:8080`, `[::1]:8080`, `8080`; port 0 takes any free one. */
function readAddress(name: string, value: string): Address {
  const [, host = '', port] = /^(?:\[?([^[\]]*?)\]?:)?(\d{1,5})$/.exec(value) ?? []
  if (port !== undefined && Number(port) < 65_536) return { host, port: Number(port) }
  throw invalidSetting(name, `is ${JSON.stringify(value)}. Write it as 127.0.0.1:8080, or :8080 for all addresses`)
}

export function readBasePath(value: string): string {
  const path = value.replace(/^\/*/, '/').replace(/\/+$/, '')
  if (/^(?:\/[\w.~-]+)*$/.test(path) && !/\/\.\.?(?:\/|$)/.test(path)) return path
  throw invalidSetting('basePath', `is ${JSON.stringify(value)}. Write it as /docs`)
}

function readTransportSecurity(value: string): string | undefined {
  if (/^off$/i.test(value)) return undefined
  if (/^max-age=\d{1,10}(?:; *includeSubDomains)?(?:; *preload)?$/i.test(value)) return value
  throw invalidSetting('hsts', `is ${JSON.stringify(value)}. Write it as max-age=31536000; includeSubDomains, or off`)
}

function readHeaders(values: Values): Record<string, string> {
  const { headers } = values
  if (headers === undefined || headers === '') return {}
  const entries = isValues(headers) ? Object.entries(headers) : []
  const isRight = ([name, value]: [string, unknown]) =>
    /^[\w-]+$/.test(name) && typeof value === 'string' && /^[\x20-\x7e]*$/.test(value)
  if (entries.length > 0 && entries.every(isRight)) return Object.fromEntries(entries) as Record<string, string>
  throw invalidSetting('headers', 'are names and values, each value on one line in ASCII')
}

function readLimits({ limits }: Values): Record<string, number> {
  if (limits === undefined || limits === '') return {}
  const entries = isValues(limits) ? Object.entries(limits) : []
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const number = typeof value === 'string' ? readNumber(`limits.${name}`, value) : undefined
      if (number !== undefined && limitNames.includes(name)) return [name, number]
      throw invalidSetting(`limits.${name}`, `is no limit. Known: ${limitNames.join(', ')}`)
    }),
  )
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
