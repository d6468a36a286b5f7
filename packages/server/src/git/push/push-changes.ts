import { checkRepositoryUrl } from '../../outbound/check-repository-url.ts'
import { type Connection, withGit } from '../connect-git.ts'
import { fetchSource } from '../fetch/fetch-source.ts'
import { listRefCandidates } from '../fetch/list-ref-candidates.ts'
import { remote } from '../git-environment.ts'
import { withDeadline } from '../with-deadline.ts'
import { explainPush } from './explain-push.ts'
import { toPushError } from './push-error.ts'
import { type CommitRequest, writeCommit } from './write-commit.ts'

export interface PushRequest extends Connection, CommitRequest {
  /** `bindery/agentJob-1`; made by the first push. */
  branch: string
}

/**
 * Puts one commit on top of `parent` and pushes it to the branch, never by force. The same request makes the same commit
 * again, so a step that ran twice has pushed once. Fails with a `PushError`.
 */
export async function pushChanges(request: PushRequest): Promise<{ commit: string }> {
  try {
    const url = checkRepositoryUrl(request.url, request.policy)
    const [target] = listRefCandidates(`refs/heads/${request.branch}`)
    await fetchSource({ ...request, ref: request.parent })
    return await withDeadline(request.signal, request.limits.fetchMs, (signal) =>
      withGit(request, url, { explain: explainPush, signal }, async (git) => {
        const commit = await writeCommit(git, request)
        await git(['push', '--quiet', remote, `${commit}:${target}`])
        return { commit }
      }),
    )
  } catch (error) {
    throw toPushError(error)
  }
}
