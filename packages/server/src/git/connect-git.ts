import type { CheckedUrl, GitPolicy } from './check-repository-url.ts'
import { type GitCredential, gitEnvironment, secretsOf } from './git-environment.ts'
import { GitError } from './git-error.ts'
import { type Lookup, pinAddress } from './pin-address.ts'
import { runGit, type WholeRun } from './run-git.ts'
import type { SourceLimits } from './source-limits.ts'

export interface Connection {
  url: string
  /** A folder that does not exist yet or is empty; it becomes a bare repository. Removing it is the caller's. */
  into: string
  credential?: GitCredential | undefined
  policy: GitPolicy
  limits: SourceLimits
  signal: AbortSignal
  /** Certificates of a private authority. */
  caFile?: string | undefined
  proxyUrl?: string | undefined
  lookup?: Lookup | undefined
}

export type Git = (args: readonly string[], more?: Pick<WholeRun, 'input' | 'outputBytes'>) => Promise<string>

/** git in the repository `into`, able to reach the one host of `url` at the addresses that it has now. */
export async function connectGit(
  connection: Connection,
  url: CheckedUrl,
  explain: (failure: unknown, secrets: readonly string[]) => unknown,
  signal: AbortSignal,
): Promise<Git> {
  const addresses = await resolveAddresses(connection, url)
  const environment = gitEnvironment(connection.into, { ...connection, url, addresses })
  const fileBytes = connection.limits.repositoryBytes
  return (args, more) =>
    runGit({ args, environment, fileBytes, signal, ...more }).catch((failure: unknown) => {
      throw explain(failure, secretsOf(connection))
    })
}

/** A proxy resolves names itself, and in its network we often cannot: then its own rules judge the address. */
async function resolveAddresses({ proxyUrl, lookup }: Connection, url: CheckedUrl): Promise<readonly string[]> {
  return pinAddress(url, lookup).catch((error: unknown) => {
    if (proxyUrl && error instanceof GitError && error.code === 'repository_unreachable') return []
    throw error
  })
}
