import { openGitHost } from '../../git/hosts/open-git-host.ts'
import { pushChanges } from '../../git/push/push-changes.ts'
import { admitFetch } from '../cache/admit-fetch.ts'
import { openSnapshot } from '../worker/open-snapshot.ts'
import { readCredential } from '../worker/read-credential.ts'
import { listTurnChanges, record, type Turn } from './agent-steps.ts'
import { describePullRequest } from './describe-pull-request.ts'
import { expectDocuments } from './expect-documents.ts'
import { readSecrets } from './read-secrets.ts'
import { wordForReaders } from './word-for-readers.ts'

export interface Finished {
  title: string
  summary: string
}

interface Pushed {
  commit: string
  changedFiles: string[]
}

/** Null when the turn has changed nothing. The same tree makes the same commit, so pushing it again changes nothing. */
export async function pushAgentJob(turn: Turn, finished: Finished, signal: AbortSignal): Promise<Pushed | null> {
  const { context, order, base, tree, patches } = turn
  const changes = await tree.with(patches, async ({ root }) => {
    using before = await openSnapshot(context, order, base.snapshot)
    const found = await listTurnChanges(turn, root)
    await expectDocuments({ base: before.path, changed: root }, order.docsPath, found)
    return found
  })
  if (changes.length === 0) return null
  const { title, summary } = wordForReaders(finished, await readSecrets(context, order.projectId))
  const { commit } = await context.cache.withScratch(async (scratch) => {
    using admitted = await admitFetch(scratch, signal)
    return await pushChanges({
      ...context.git,
      url: order.repository,
      credential: await readCredential(context, order.projectId, signal),
      limits: { ...context.limits, ...order.limits },
      into: `${scratch.folder}/repository`,
      onBytes: admitted.onBytes,
      parent: base.commit,
      branch: order.branch,
      changes: changes.map(({ path, content }) => ({ path, content })),
      message: `${title}\n\n${summary}\n`,
      // Fixed by the turn, so that a step that runs twice makes the commit once.
      by: { name: 'Bindery', email: 'bindery@localhost', at: new Date(order.startedAt) },
      signal,
    })
  })
  return { commit, changedFiles: changes.map(({ path }) => path) }
}

/** Finds the one that an earlier attempt, or an earlier turn, has made. */
export async function openPullRequest(
  turn: Turn,
  finished: Finished,
  { changedFiles }: Pushed,
  n: number,
  signal: AbortSignal,
): Promise<string> {
  const { context, order } = turn
  const host = openGitHost({
    ...context.git,
    kind: order.gitHost,
    apiUrl: order.gitApiUrl,
    repository: order.repository,
    credential: await readCredential(context, order.projectId, signal),
  })
  const worded = wordForReaders(finished, await readSecrets(context, order.projectId))
  const { url } = await host.findOrCreatePullRequest(
    {
      branch: order.branch,
      into: order.ref,
      title: worded.title,
      body: describePullRequest(order, worded, changedFiles),
    },
    signal,
  )
  await record(turn, { n, kind: 'pull_request', body: { url, title: finished.title, changedFiles } })
  return url
}
