import { historyCommits } from '@bindery/site/parent'
import { checkRepositoryUrl } from '../../outbound/check-repository-url.ts'
import { type Connection, withGit } from '../connect-git.ts'
import { remote } from '../git-environment.ts'
import { withDeadline } from '../with-deadline.ts'
import { explainFailure } from './explain-failure.ts'

export interface HistoryRequest extends Connection {
  /** All 40 digits. */
  commit: string
}

// Commits and trees of 5,000 commits of a large site are 20 MB; a host that cannot leave out the files sends them too.
const historyBytes = 64 * 1024 ** 2
const historyMs = 60_000

/**
 * Fetches the commits before one, and their trees, into a repository of their own: where files are left out, git
 * believes to have them, and would not ask for them again. One commit more than is read, so that each has its parents.
 */
export async function fetchHistory(request: HistoryRequest): Promise<void> {
  const url = checkRepositoryUrl(request.url, request.policy)
  const limits = { ...request.limits, repositoryBytes: Math.min(historyBytes, request.limits.repositoryBytes) }
  const bounds = [`--depth=${historyCommits + 1}`, '--filter=blob:none']
  const refspec = `+${request.commit}:refs/bindery/history`
  await withDeadline(request.signal, Math.min(historyMs, limits.fetchMs), (signal) =>
    withGit({ ...request, limits }, url, { explain: explainFailure, signal }, async (git) => {
      await git(['init', '--quiet', '--bare', '--template='])
      await git(['fetch', '--quiet', ...bounds, '--no-tags', '--no-write-fetch-head', remote, refspec])
    }),
  )
}
