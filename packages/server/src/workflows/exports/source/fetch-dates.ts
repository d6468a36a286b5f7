import { hash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileDates } from '@bindery/site'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { fetchHistory, type HistoryRequest } from '../../../git/fetch/fetch-history.ts'
import { GitError, type GitErrorCode } from '../../../outbound/git-error.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import { runTask } from '../../tasks/run-task.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'

interface DatesRequest extends Omit<HistoryRequest, 'into'> {
  /** From `listSource`. */
  listing: string
  scratch: Scratch
}

export interface FetchedDates {
  /** As it lies in the snapshot. */
  file: string
  /** What it says, in one word: other dates make another snapshot. */
  name: string
}

/** Finds when the files of a commit were last changed; without a history the reason is written down instead. */
export async function fetchDates(
  context: WorkerContext,
  order: ExportOrder,
  { listing, scratch, ...request }: DatesRequest,
): Promise<FetchedDates> {
  const [repository, file] = [join(scratch.folder, 'history'), join(scratch.folder, 'dates')]
  const failure = await fetchHistory({ ...request, into: repository }).then(() => undefined, explain)
  if (failure) {
    await writeFile(file, JSON.stringify({ days: {}, failure } satisfies FileDates))
  } else {
    const { commit, limits, signal } = request
    const input = { repository, commit, folder: order.docsPath, limits, listing, dates: file }
    await runTask(context, order, 'readDates', input, { room: scratch.room, signal })
  }
  await rm(repository, { recursive: true, force: true })
  return { file, name: `d${hash('sha256', await readFile(file)).slice(0, 16)}` }
}

const reasons: Partial<Record<GitErrorCode, string>> = {
  repository_too_large: 'the history of the repository is larger than this service fetches',
  repository_timeout: 'the git host took too long to send the history of the repository',
}

/** No export fails for the want of a date; whatever else went wrong, such as the want of room, is no fault of the history. */
function explain(error: unknown): string {
  if (!(error instanceof GitError)) throw error
  return reasons[error.code] ?? 'the git host did not send the history of the repository'
}
