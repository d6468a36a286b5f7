import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { CheckedUrl } from './check-repository-url.ts'
import { GitError } from './git-error.ts'
import { isForbiddenAddress } from './is-forbidden-address.ts'

export type Lookup = (host: string) => Promise<readonly string[]>

/**
 * Resolves the host once and returns every address it has; whoever connects must use these and ask no resolver again,
 * or a second answer could lead elsewhere. One forbidden address among good ones refuses the host: a client is free to
 * try any of them.
 */
export async function pinAddress(
  url: Pick<CheckedUrl, 'host' | 'allowListed'>,
  lookup: Lookup = lookupAll,
): Promise<readonly string[]> {
  const addresses = isIP(url.host) ? [url.host] : await resolve(url.host, lookup)
  if (!url.allowListed && addresses.some(isForbiddenAddress)) {
    throw new GitError(
      'repository_refused',
      `The repository's host ${url.host} has an address that is not on the public internet. If it is a host of your own network, ask the operator to allow it.`,
    )
  }
  return addresses
}

async function resolve(host: string, lookup: Lookup): Promise<readonly string[]> {
  const addresses = await lookup(host).catch((cause: unknown) => {
    throw unknownHost(host, cause)
  })
  if (addresses.length === 0) throw unknownHost(host)
  return addresses
}

function unknownHost(host: string, cause?: unknown): GitError {
  return new GitError(
    'repository_unreachable',
    `The repository's host ${host} could not be found. Check its name in the project's repository URL.`,
    { cause },
  )
}

async function lookupAll(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}
