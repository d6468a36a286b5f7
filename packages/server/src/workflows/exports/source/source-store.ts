import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import type { SourceLimits } from '../../../git/source-limits.ts'
import type { OpenEntry } from '../../cache/entries.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import type { ListedSource } from '../../tasks/source/list-source.ts'
import type { Fetched } from '../../tasks/source/read-fetched.ts'
import type { StoredSnapshot } from '../../worker/source/stored-snapshot.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'

/** A commit on this host, with a list of what is to be read of it. */
export interface ListedCommit {
  context: WorkerContext
  order: ExportOrder
  commit: string
  repository: string
  limits: SourceLimits
  listing: string
  listed: ListedSource
  scratch: Scratch
  signal: AbortSignal
}

/** Brings the files of a commit into the bucket. */
export interface SourceStore {
  /** The docs folder as it is in the repository. */
  open(): Promise<OpenEntry>
  /** Stores it, with what was fetched for it. */
  store(root: OpenEntry, fetched: Fetched): Promise<StoredSnapshot>
}
