import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentJobOrder } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import { recordBase } from '../../core/agent-jobs/turns/record-base.ts'
import { fetchSource } from '../../git/fetch/fetch-source.ts'
import { openGitHost } from '../../git/hosts/open-git-host.ts'
import { checkPush } from '../../git/push/check-push.ts'
import { GitError } from '../../outbound/git-error.ts'
import { agentJobTurnPrefix } from '../../storage/object-keys.ts'
import { admitFetch } from '../cache/admit-fetch.ts'
import type { Scratch } from '../cache/host-cache.ts'
import { runTask } from '../tasks/run-task.ts'
import { openSnapshot } from '../worker/open-snapshot.ts'
import { readCredential } from '../worker/read-credential.ts'
import { storeSnapshot } from '../worker/store-snapshot.ts'
import type { StoredObject } from '../worker/stored-object.ts'
import type { WorkerContext } from '../worker/worker-context.ts'

/** What a turn starts from. */
export interface AgentJobBase {
  commit: string
  /** The whole repository, not only its docs folder: what is to be documented often stands beside it. */
  snapshot: StoredObject
  /** How the project's authors want to be helped; for the model it is data. */
  conventions: { path: string; text: string }[]
  /** Some of the pages, so that the model need not begin by looking around. */
  pages: string[]
}

const conventionFiles = ['AGENTS.md', 'CONTRIBUTING.md']
const conventionCharacters = 20_000

/** A later turn goes on where the pull request stands; if its branch is gone, merged or closed, it starts anew. */
export async function fetchBase(
  context: WorkerContext,
  order: AgentJobOrder,
  signal: AbortSignal,
): Promise<AgentJobBase> {
  const base = await context.cache.withScratch(async (scratch) => {
    const { repository, commit } = await fetchTip(context, order, scratch, signal)
    await expectPublishable(context, order, { repository, commit }, signal)
    const limits = { ...context.limits, ...order.limits }
    const listing = join(scratch.folder, 'listing')
    const request = { repository, commit, folder: '', limits, listing, pagesBelow: order.docsPath }
    const { bytes, pages } = await runTask(context, order, 'listSource', request, { room: scratch.room, signal })
    const source = {
      key: `${agentJobTurnPrefix(order)}base`,
      content: { listing, from: { repository, limits } },
      bytes,
    }
    return { commit, pages, snapshot: await storeSnapshot(context, order, source, scratch, signal) }
  })
  await recordBase(context.db, order, base.commit)
  using root = await openSnapshot(context, order, base.snapshot)
  return { ...base, conventions: await readConventions(root.path, order.docsPath) }
}

async function fetchTip(context: WorkerContext, order: AgentJobOrder, scratch: Scratch, signal: AbortSignal) {
  using admitted = await admitFetch(scratch, signal)
  const into = join(scratch.folder, 'repository')
  const request = {
    ...context.git,
    url: order.repository,
    credential: await readCredential(context, order.projectId, signal),
    limits: { ...context.limits, ...order.limits },
    onBytes: admitted.onBytes,
    signal,
  }
  if (order.headCommit !== null) {
    const branch = fetchSource({ ...request, ref: order.branch, into: `${into}-branch` })
    const found = await branch.catch((error: unknown) => {
      if (error instanceof GitError && error.code === 'ref_not_found') return undefined
      throw error
    })
    if (found) return found
  }
  return await fetchSource({ ...request, ref: order.ref ?? undefined, into })
}

/** Before the model is asked anything: a job that could not push would only cost tokens. */
async function expectPublishable(
  context: WorkerContext,
  order: AgentJobOrder,
  { repository: into, commit }: { repository: string; commit: string },
  signal: AbortSignal,
): Promise<void> {
  const credential = await readCredential(context, order.projectId, signal)
  const { repository: url, gitHost: kind, gitApiUrl: apiUrl } = order
  await openGitHost({ ...context.git, kind, apiUrl, repository: url, credential }).checkAccess(signal)
  const limits = { ...context.limits, ...order.limits }
  await checkPush({ ...context.git, url, into, credential, limits, signal }, commit, order.branch)
}

async function readConventions(root: string, docsPath: string): Promise<AgentJobBase['conventions']> {
  const paths = [...new Set(conventionFiles.flatMap((name) => [name, join(docsPath, name)]))]
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8').catch(() => undefined)))
  return paths.flatMap((path, at) => {
    const text = texts[at]
    return text === undefined ? [] : [{ path, text: text.slice(0, conventionCharacters) }]
  })
}
