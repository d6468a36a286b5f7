import { hash } from 'node:crypto'
import { join } from 'node:path'
import { openCredential } from '../core/credentials/open-credential.ts'
import type { ExportOrder } from '../core/exports/begin-export.ts'
import { recordSource } from '../core/exports/record-source.ts'
import { fetchSource } from '../git/fetch-source.ts'
import { listFiles } from '../git/list-files.ts'
import { readFiles } from '../git/read-files.ts'
import { projectPrefix } from '../storage/object-keys.ts'
import { snapshotEntry } from './open-snapshot.ts'
import { unpackSnapshot, writeSnapshot } from './snapshot-archive.ts'
import type { StoredObject } from './stored-object.ts'
import type { WorkerContext } from './worker-context.ts'

export interface ExportSource {
  commit: string
  version: string
  snapshot: StoredObject
}

/** Brings the docs folder of the wanted commit into the bucket, from where any worker reads it. */
export async function fetchExportSource(
  context: WorkerContext,
  order: ExportOrder,
  signal: AbortSignal,
): Promise<ExportSource> {
  const { commit, snapshot } = await context.cache.withScratch((folder) => fetchInto(folder, context, order, signal))
  const version = order.requestedVersion ?? commit.slice(0, 12)
  await recordSource(context.db, order.exportId, { commit, version })
  return { commit, version, snapshot }
}

async function fetchInto(folder: string, context: WorkerContext, order: ExportOrder, signal: AbortSignal) {
  const { store, cache, git } = context
  const limits = { ...context.limits, ...order.limits }
  const repository = join(folder, 'repository')
  const { commit } = await fetchSource({
    ...git,
    url: order.repository,
    ref: order.ref,
    into: repository,
    credential: await readCredential(context, order.projectId),
    limits,
    signal,
  })
  const key = snapshotKey(order, commit, limits.fileBytes)
  const stored = await store.head(key)
  if (stored?.sha256) return { commit, snapshot: { key, sha256: stored.sha256 } }

  const { files, leftOut } = await listFiles({ repository, commit, folder: order.docsPath, limits, signal })
  if (leftOut.length > 0)
    context.log.info({ exportId: order.exportId, leftOut: leftOut.slice(0, 20) }, 'left out files')
  const archive = join(folder, 'snapshot')
  await writeSnapshot(archive, readFiles({ repository, files, signal }))
  const { sha256 } = await store.putFile(key, archive, { signal })
  await cache.open(snapshotEntry(sha256), (content) => unpackSnapshot(archive, content))
  return { commit, snapshot: { key, sha256 } }
}

/** A project whose repository, folder or limit was changed never meets what was fetched before. */
function snapshotKey(order: ExportOrder, commit: string, fileBytes: number): string {
  const place = hash('sha256', `${order.repository}\n${order.docsPath}\n${fileBytes}`).slice(0, 16)
  return `${projectPrefix(order.organizationId, order.projectId)}snapshot/${commit}-${place}`
}

async function readCredential({ db, credentialKeys }: WorkerContext, projectId: string) {
  const project = await db.selectFrom('project').select('credential').where('id', '=', projectId).executeTakeFirst()
  if (!project?.credential) return undefined
  if (!credentialKeys)
    throw new Error(`The project ${projectId} has a credential, but no key to open it is configured.`)
  return openCredential(project.credential, projectId, credentialKeys)
}
