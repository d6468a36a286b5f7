export interface GitCredential {
  username?: string
  secret: string
}

type Setting = readonly [key: string, value: string]

// Said in full although a fresh bare repository would mean most of it by default: defaults change with git's version.
const hardened: readonly Setting[] = [
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
  // A backstop: between git and its host stands our relay, which has limits of its own.
  ['http.lowSpeedLimit', '1'],
  ['http.lowSpeedTime', '300'],
  // Asks what the host has before it sends: of a branch that has moved on it would not know, and push its whole tree.
  ['push.negotiate', 'true'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  // Always one pack, streamed by index-pack: no loose file for each object, blobs past 1 MiB never whole in memory.
  ['fetch.unpackLimit', '1'],
  ['core.bigFileThreshold', '1m'],
]

/** The name under which git knows the host, where it may reach one. */
export const remote = 'source'

/**
 * The whole environment of one git process: nothing of ours is inherited but PATH. Settings travel as GIT_CONFIG_*
 * variables and not as `-c` arguments, since anyone on the machine can list arguments and only our own user can read a
 * process's environment: this is how the address of its relay gets to git.
 */
export function gitEnvironment(repository: string, memoryBytes: number, relayUrl?: string): Record<string, string> {
  const settings = [...hardened, ...memorySettings(memoryBytes), ...transportSettings(relayUrl)]
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    // An empty home: curl would read .netrc there.
    HOME: '/nonexistent',
    LC_ALL: 'C',
    // Each arena that a thread gets is 64 MiB of addresses, of which the limit on memory counts every one.
    MALLOC_ARENA_MAX: '1',
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
export function secretsOf({ credential, proxyUrl }: Secrets): readonly string[] {
  const proxyPassword = proxyUrl ? new URL(proxyUrl).password : ''
  const secrets = credential ? [credential.secret, basicToken(credential)] : []
  if (proxyPassword) secrets.push(proxyPassword, decodeURIComponent(proxyPassword))
  return secrets.flatMap((secret) => [secret, encodeURIComponent(secret)])
}

interface Secrets {
  credential?: GitCredential | undefined
  proxyUrl?: string | undefined
}

const mebibyte = 1024 ** 2

/** What git holds to be faster takes a quarter of what it may have; the rest is for what it must hold. */
function memorySettings(memoryBytes: number): Setting[] {
  const part = (share: number) => `${Math.max(1, Math.floor((memoryBytes * share) / mebibyte))}m`
  return [
    ['core.packedGitLimit', part(1 / 8)],
    ['core.packedGitWindowSize', part(1 / 32)],
    // Of each thread.
    ['core.deltaBaseCacheLimit', part(1 / 16)],
    ['pack.threads', memoryBytes >= 512 * mebibyte ? '2' : '1'],
    ['pack.windowMemory', part(1 / 8)],
  ]
}

function transportSettings(relayUrl: string | undefined): Setting[] {
  if (relayUrl === undefined) return []
  return [
    ['protocol.http.allow', 'always'],
    ['http.proxy', ''],
    [`remote.${remote}.url`, relayUrl],
  ]
}

/** GitHub wants this user name beside a token; GitLab, Gitea and Forgejo take any. */
export function basicToken({ username = 'x-access-token', secret }: GitCredential): string {
  return Buffer.from(`${username}:${secret}`).toString('base64')
}
