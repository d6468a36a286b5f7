import type { CheckedUrl } from './check-repository-url.ts'
import { type GitCredential, gitEnvironment, secretsOf } from './git-environment.ts'
import { type Reach, resolveAddresses } from './reach-host.ts'
import { runGit, type WholeRun } from './run-git.ts'
import type { SourceLimits } from './source-limits.ts'

export interface Connection extends Reach {
  url: string
  /** A folder that does not exist yet, or one that was fetched into before. Removing it is the caller's. */
  into: string
  credential?: GitCredential | undefined
  limits: SourceLimits
  signal: AbortSignal
}

export type Git = (args: readonly string[], more?: Pick<WholeRun, 'input' | 'outputBytes'>) => Promise<string>

/** git in the repository `into`, able to reach the one host of `url` at the addresses that it has now. */
export async function connectGit(
  connection: Connection,
  url: CheckedUrl,
  explain: (failure: unknown, secrets: readonly string[]) => unknown,
  signal: AbortSignal,
): Promise<Git> {
  const addresses = await resolveAddresses(url, connection)
  const environment = gitEnvironment(connection.into, { ...connection, url, addresses })
  const fileBytes = connection.limits.repositoryBytes
  return (args, more) =>
    runGit({ args, environment, fileBytes, signal, ...more }).catch((failure: unknown) => {
      throw explain(failure, secretsOf(connection))
    })
}
