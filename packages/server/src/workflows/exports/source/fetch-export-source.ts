import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FetchedSpecs, LeftOut } from '@bindery/site'
import { isSourceBeingCleared } from '../../../core/exports/cleanup/take-remains.ts'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { recordSource } from '../../../core/exports/run/record-source.ts'
import { fetchSource } from '../../../git/fetch/fetch-source.ts'
import type { LeftOut as GitLeftOut } from '../../../git/files/list-files.ts'
import { admitFetch } from '../../cache/admit-fetch.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import { runTask } from '../../tasks/run-task.ts'
import { specFolder } from '../../tasks/source/spec-folder.ts'
import { readCredential } from '../../worker/read-credential.ts'
import type { StoredSnapshot } from '../../worker/source/stored-snapshot.ts'
import { withKnownFiles } from '../../worker/source/with-known-files.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { fetchDates } from './fetch-dates.ts'
import { fetchRemoteAssets } from './fetch-remote-assets.ts'
import { fetchRemoteSpecs } from './fetch-remote-specs.ts'
import { storeAsList } from './store-as-list.ts'

export interface ExportSource {
  commit: string
  committedAt: string | null
  version: string
  snapshot: StoredSnapshot
  /** Files of the commit that no export takes; the report names them. */
  leftOut: LeftOut[]
  /** Descriptions of APIs that the docs name on other hosts; they lie in the snapshot. */
  fetched?: FetchedSpecs | undefined
  /** Whether the pages show files of other hosts, which then lie in the snapshot; absent where their addresses stay. */
  assets?: 'none' | 'stored' | undefined
  /** Whether the snapshot says when its files were last changed. */
  dates?: 'stored' | undefined
}

const reasons: Record<GitLeftOut['reason'], string> = {
  link: 'it is a symbolic link',
  submodule: 'it is a submodule',
  unsafe_name: 'its name cannot stand on every disk',
  too_large: 'it is larger than one file may be',
}

/** Brings the docs folder of the wanted commit into the bucket, from where any worker reads it. */
export async function fetchExportSource(
  context: WorkerContext,
  order: ExportOrder,
  signal: AbortSignal,
  /** Called when git has done its part. */
  onFetched: () => void,
): Promise<ExportSource> {
  const { commit, committedAt, message, snapshot, leftOut, fetched, assets, dates } = await context.cache.borrow(
    repositoryEntry(order),
    (repository, scratch) => fetchInto({ repository, scratch, onFetched }, context, order, signal),
  )
  const version = order.requestedVersion ?? commit.slice(0, 12)
  await recordSource(context.db, order.exportId, { commit, version, message })
  return {
    commit,
    committedAt,
    version,
    snapshot,
    leftOut: leftOut.map(({ path, reason }) => ({ file: path, reason: reasons[reason] })),
    fetched: fetched && { ...fetched, folder: specFolder },
    assets,
    dates,
  }
}

/** Of one project alone: nobody meets what another's repository sent. */
function repositoryEntry({ projectId, repository }: ExportOrder): string {
  return `repository-${hash('sha256', `${projectId}\n${repository}`)}`
}

interface Places {
  /** With the commits of earlier exports, of which the host then sends only what is new. */
  repository: string
  scratch: Scratch
  onFetched(): void
}

async function fetchInto(
  { repository, scratch, onFetched }: Places,
  context: WorkerContext,
  order: ExportOrder,
  signal: AbortSignal,
) {
  const { git } = context
  const limits = { ...context.limits, ...order.limits }
  using admitted = await admitFetch(scratch, signal)
  const connection = {
    ...git,
    url: order.repository,
    credential: await readCredential(context, order.projectId, signal),
    limits,
    onBytes: admitted.onBytes,
    signal,
  }
  const { commit, committedAt, message, bytes } = await fetchSource({ ...connection, ref: order.ref, into: repository })
  const listing = join(scratch.folder, 'listing')
  const request = { repository, commit, folder: order.docsPath, limits, listing }
  const listed = await runTask(context, order, 'listSource', request, { room: scratch.room, signal })
  await untilCleared(context, order.projectId, signal)
  const from = { context, order, commit, repository, limits, listing, listed, scratch, signal }
  const source = storeAsList(from)
  using root = await source.open()
  const { dates, fetched, remote } = await withKnownFiles(context, order, async (known) => {
    const input = { root: root.path, known: known.folder }
    const options = { bytes: root.bytes, room: known.room, signal }
    const survey = await runTask(context, order, 'surveySource', input, options)
    const dates = survey.asksForDates
      ? await fetchDates(context, order, { ...connection, commit, listing, scratch })
      : undefined
    onFetched()
    const fetched = await fetchRemoteSpecs(context, { urls: survey.specs, scratch, signal })
    return {
      dates,
      fetched,
      remote: await fetchRemoteAssets(context, order, { root, fetched, scratch, known, signal }),
    }
  })
  const specs = fetched && Object.keys(fetched.digests).length > 0 ? fetched : undefined
  const shown = remote !== 'none' ? remote : undefined
  const snapshot = await source.store(root, { specs, assets: shown, dates })
  const assets = shown ? 'stored' : remote && 'none'
  const isWorn = bytes > limits.repositoryBytes || (await countCommits(repository)) > commitsCached
  const found = {
    commit,
    committedAt,
    message,
    snapshot,
    leftOut: listed.leftOut,
    fetched,
    assets,
    dates: dates && 'stored',
  } as const
  return { result: found, isWorn }
}

/** What was stored before must not be found while a worker deletes it, for then it is gone a moment later. */
async function untilCleared({ db }: WorkerContext, projectId: string, signal: AbortSignal): Promise<void> {
  while (await isSourceBeingCleared(db, projectId)) await sleep(250, undefined, { signal })
}

// What earlier commits had and later ones have not is never removed, so a repository begins anew after some time.
const commitsCached = 50

async function countCommits(repository: string): Promise<number> {
  // One without parents is not written there.
  const commits = await readFile(join(repository, 'shallow'), 'utf8').catch(() => '')
  return commits.split('\n').length
}
