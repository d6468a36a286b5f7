import { checkRepositoryUrl } from '../../outbound/check-repository-url.ts'
import { type Connection, withGit } from '../connect-git.ts'
import { remote } from '../git-environment.ts'
import { withDeadline } from '../with-deadline.ts'
import { explainPush } from './explain-push.ts'
import { toPushError } from './push-error.ts'

/**
 * Asks the git host whether this credential may push, and pushes nothing. `into` holds the commit already. Rules for the
 * branch itself are known to the host alone, until the push. Fails with a `PushError`.
 */
export async function checkPush(connection: Connection, commit: string, branch: string): Promise<void> {
  try {
    const url = checkRepositoryUrl(connection.url, connection.policy)
    await withDeadline(connection.signal, connection.limits.fetchMs, (signal) =>
      withGit(connection, url, { explain: explainPush, signal }, (git) =>
        git(['push', '--dry-run', '--quiet', remote, `${commit}:refs/heads/${branch}`]),
      ),
    )
  } catch (error) {
    throw toPushError(error)
  }
}
