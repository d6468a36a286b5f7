import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { FetchedSpecs, LeftOut } from '@bindery/site'
import type { ExportOrder } from '../core/exports/begin-export.ts'
import { recordSource } from '../core/exports/record-source.ts'
import { fetchSource } from '../git/fetch-source.ts'
import { type LeftOut as GitLeftOut, listFiles } from '../git/list-files.ts'
import { readFiles, type SourceFile } from '../git/read-files.ts'
import { fetchRemoteSpecs, nameSpecs, specFolder, withSpecs } from './fetch-remote-specs.ts'
import { keepSnapshot, snapshotKey } from './keep-snapshot.ts'
import { openSnapshot } from './open-snapshot.ts'
import { readCredential } from './read-credential.ts'
import type { StoredObject } from './stored-object.ts'
import type { WorkerContext } from './worker-context.ts'

export interface ExportSource {
  commit: string
  version: string
  snapshot: StoredObject
  /** Files of the commit that no export takes; the report names them. */
  leftOut: LeftOut[]
  /** Descriptions of APIs that the docs name on other hosts; they lie in the snapshot. */
  fetched?: FetchedSpecs | undefined
}

// A repository may hold a million links; the engine keeps what this step returns.
const leftOutKept = 1000

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
): Promise<ExportSource> {
  const { commit, snapshot, leftOut, fetched } = await context.cache.withScratch((folder) =>
    fetchInto(folder, context, order, signal),
  )
  const version = order.requestedVersion ?? commit.slice(0, 12)
  await recordSource(context.db, order.exportId, { commit, version })
  return {
    commit,
    version,
    snapshot,
    leftOut: leftOut.map(({ path, reason }) => ({ file: path, reason: reasons[reason] })),
    fetched: fetched && { ...fetched, folder: specFolder },
  }
}

async function fetchInto(folder: string, context: WorkerContext, order: ExportOrder, signal: AbortSignal) {
  const { git } = context
  const limits = { ...context.limits, ...order.limits }
  const repository = join(folder, 'repository')
  const { commit } = await fetchSource({
    ...git,
    url: order.repository,
    ref: order.ref,
    into: repository,
    credential: await readCredential(context, order.projectId, signal),
    limits,
    signal,
  })
  const key = snapshotKey({ ...order, folder: order.docsPath }, commit, limits.fileBytes)
  const listing = await listFiles({ repository, commit, folder: order.docsPath, limits, signal })
  const leftOut = listing.leftOut.slice(0, leftOutKept)
  const files = () => readFiles({ repository, files: listing.files, signal })
  const keep = (name: string, content: () => AsyncIterable<SourceFile>) =>
    keepSnapshot(context, name, join(folder, hash('sha256', name)), content, signal)
  const plain = await keep(key, files)

  const root = await openSnapshot(context, plain)
  const fetched = await fetchRemoteSpecs({ root, git, folder: join(folder, 'specs'), signal })
  if (!fetched || Object.keys(fetched.digests).length === 0) return { commit, snapshot: plain, leftOut, fetched }
  const snapshot = await keep(`${key}-${nameSpecs(fetched)}`, () => withSpecs(files(), fetched))
  return { commit, snapshot, leftOut, fetched }
}
