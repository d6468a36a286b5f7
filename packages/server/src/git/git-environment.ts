import { isIPv6 } from 'node:net'
import type { CheckedUrl } from './check-repository-url.ts'

export interface GitCredential {
  username?: string
  secret: string
}

export interface Transport {
  url: CheckedUrl
  /** From `pinAddress`. */
  addresses: readonly string[]
  credential?: GitCredential | undefined
  caFile?: string | undefined
  proxyUrl?: string | undefined
}

type Setting = readonly [key: string, value: string]

// Said in full although a fresh bare repository would mean most of it by default: defaults change with git's version.
const HARDENED: readonly Setting[] = [
  ['protocol.allow', 'never'],
  ['core.hooksPath', '/dev/null'],
  ['core.symlinks', 'false'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['credential.helper', ''],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['transfer.fsckObjects', 'true'],
  // A server may name other URLs to fetch parts from; take none.
  ['fetch.uriProtocols', ''],
  ['transfer.bundleURI', 'false'],
  ['http.followRedirects', 'false'],
  ['http.sslVerify', 'true'],
  ['http.emptyAuth', 'false'],
  // Under 1 KB/s for 30 s is a host that holds the line open.
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '30'],
  // Asks what the host has before it sends: of a branch that has moved on it would not know, and push its whole tree.
  ['push.negotiate', 'true'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  // Always one pack, streamed by index-pack: no loose file for each object, blobs past 1 MiB never whole in memory.
  ['fetch.unpackLimit', '1'],
  ['core.bigFileThreshold', '1m'],
  ['core.packedGitWindowSize', '32m'],
  ['core.packedGitLimit', '256m'],
  ['pack.threads', '2'],
]

/**
 * The whole environment of one git process: nothing of ours is inherited but PATH. Settings travel as GIT_CONFIG_*
 * variables and not as `-c` arguments, since anyone on the machine can list arguments and only our own user can read a
 * process's environment: this is how the credential and a proxy's password get to git.
 */
export function gitEnvironment(repository: string, transport?: Transport): Record<string, string> {
  const settings = transport ? [...HARDENED, ...transportSettings(transport)] : HARDENED
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    // An empty home: curl would read .netrc there.
    HOME: '/nonexistent',
    LC_ALL: 'C',
    GIT_DIR: repository,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  }
}

/** Every text that stands for a secret here, so that it can be struck out of what git and the host say. */
export function secretsOf({ credential, proxyUrl }: Pick<Transport, 'credential' | 'proxyUrl'>): readonly string[] {
  const proxyPassword = proxyUrl ? new URL(proxyUrl).password : ''
  const secrets = credential ? [credential.secret, basicToken(credential)] : []
  if (proxyPassword) secrets.push(proxyPassword, decodeURIComponent(proxyPassword))
  return secrets.flatMap((secret) => [secret, encodeURIComponent(secret)])
}

function transportSettings({ url, addresses, credential, caFile, proxyUrl }: Transport): Setting[] {
  const pinned = addresses.map((address) => (isIPv6(address) ? `[${address}]` : address)).join(',')
  const host = isIPv6(url.host) ? `[${url.host}]` : url.host
  const settings: Setting[] = [
    [`protocol.${url.protocol}.allow`, 'always'],
    ['http.proxy', proxyUrl ?? ''],
  ]
  if (pinned) settings.push(['http.curloptResolve', `${host}:${url.port}:${pinned}`])
  if (caFile) settings.push(['http.sslCAInfo', caFile])
  if (credential) settings.push(['http.extraHeader', `Authorization: Basic ${basicToken(credential)}`])
  return settings
}

/** GitHub wants this user name beside a token; GitLab, Gitea and Forgejo take any. */
function basicToken({ username = 'x-access-token', secret }: GitCredential): string {
  return Buffer.from(`${username}:${secret}`).toString('base64')
}
