import type { CheckedUrl } from '../outbound/check-repository-url.ts'
import type { Reach } from '../outbound/reach-host.ts'
import { type GitCredential, gitEnvironment, secretsOf } from './git-environment.ts'
import { openRelay } from './relay/open-relay.ts'
import { runGit, type WholeRun } from './run-git.ts'
import type { SourceLimits } from './source-limits.ts'

export interface Connection extends Reach {
  url: string
  /** A folder that does not exist yet, or one that was fetched into before. Removing it is the caller's. */
  into: string
  credential?: GitCredential | undefined
  limits: SourceLimits
  /** Told of what is fetched before it is written, in whole; while it waits, so does the host. */
  onBytes?: ((bytes: number) => Promise<void>) | undefined
  signal: AbortSignal
}

export type Git = (args: readonly string[], more?: Pick<WholeRun, 'input' | 'outputBytes'>) => Promise<string>

type Explain = (failure: unknown, secrets: readonly string[]) => unknown

/** git in the repository `into`, able to reach the one host of `url` and no other; to git it is the remote `source`. */
export async function withGit<T>(
  connection: Connection,
  url: CheckedUrl,
  { explain, signal }: { explain: Explain; signal: AbortSignal },
  use: (git: Git) => Promise<T>,
): Promise<T> {
  const { into, limits } = connection
  const { repositoryBytes: fileBytes, gitMemoryBytes: memoryBytes } = limits
  await using relay = await openRelay(url, { ...connection, repositoryBytes: fileBytes }, signal)
  const environment = gitEnvironment(into, memoryBytes, relay.url)
  return await use((args, more) =>
    runGit({ args, environment, fileBytes, memoryBytes, signal, ...more }).catch((failure: unknown) => {
      throw relay.failure() ?? explain(failure, secretsOf(connection))
    }),
  )
}
