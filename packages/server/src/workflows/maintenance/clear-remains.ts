import type { Kysely, Transaction } from 'kysely'
import { fileIndexKeys } from '../../core/exports/bundles/file-index.ts'
import { listNeededKeys, releasePacks } from '../../core/exports/cleanup/needed-packs.ts'
import {
  type Choice,
  forgetRemains,
  isProjectQuiet,
  putOffRemains,
  type Remains,
  takeRemains,
} from '../../core/exports/cleanup/take-remains.ts'
import type { Tables } from '../../db/tables.ts'
import {
  exportPrefix,
  exportReportKey,
  snapshotPrefix,
  sourcePackKey,
  sourcePrefix,
} from '../../storage/object-keys.ts'
import type { ObjectStore } from '../../storage/object-store.ts'

type SweepStore = Pick<ObjectStore, 'list' | 'deleteKeys' | 'abortUploads'>

/** One worker's share of a run, so that none is a long one. */
const atMost = 20

/** An export of the same source waits as long as a worker may be at it, so this is well within that time. */
const sourceMs = 60_000

/** Deletes what ended exports have left in the bucket and nobody needs any more. Returns how many objects went. */
export async function clearRemains(db: Kysely<Tables>, store: SweepStore, signal?: AbortSignal): Promise<number> {
  let objects = 0
  const failures: unknown[] = []
  for (let taken = 0; taken < atMost && !signal?.aborted; taken++) {
    const { remains, isDeletable } = (await takeRemains(db, chooseObjects)) ?? {}
    if (!remains) break
    if (!isDeletable) continue
    try {
      objects += await deleteMatching(store, remains, isDeletable)
      await forgetRemains(db, remains)
    } catch (error) {
      // The storage's refusal of one must not keep the others waiting behind it.
      failures.push(error)
      await putOffRemains(db, remains)
    }
  }
  if (failures.length > 0) throw failures[0]
  return objects
}

/** Says which objects may go; nothing while others may be using them. */
async function chooseObjects(trx: Transaction<Tables>, remains: Remains): Promise<Choice> {
  switch (remains.kind) {
    case 'leftovers':
      return isLeftover(trx, remains)
    case 'source':
      return chooseSource(trx, remains)
    case 'files':
      return chooseFiles(trx, remains)
  }
}

/**
 * All but the report and the packs that other exports refer to. A running export may be about to refer to some of an earlier
 * one; one that starts later finds none whose time is over.
 */
async function chooseFiles(trx: Transaction<Tables>, remains: Remains): Promise<Choice> {
  const { projectId, organizationId, exportId } = remains
  if (!(await isProjectQuiet(trx, projectId))) return undefined
  await releasePacks(trx, exportId)
  const report = exportReportKey(organizationId, exportId)
  const folders = new Set((await listNeededKeys(trx, exportId)).map(folderOf))
  return (key) => key !== report && !folders.has(folderOf(key))
}

function prefixesOf({ kind, organizationId, projectId, exportId, commit }: Remains): string[] {
  if (kind !== 'source') return [exportPrefix(organizationId, exportId)]
  const archives = commit === null ? [] : [`${snapshotPrefix(organizationId, projectId)}${commit}-`]
  return [...archives, sourcePrefix(organizationId, projectId)]
}

/** All but the report, and of a completed export what it has published and the packs that a later one may refer to. */
async function isLeftover(trx: Transaction<Tables>, remains: Remains): Promise<(key: string) => boolean> {
  const { exportId, organizationId, bundleKey } = remains
  const spared = new Set([exportReportKey(organizationId, exportId)])
  if (bundleKey === null) return (key) => !spared.has(key)
  for (const key of [bundleKey, ...fileIndexKeys(bundleKey)]) spared.add(key)
  const folders = await listChunkFolders(trx, exportId)
  const deltas = `${exportPrefix(organizationId, exportId)}delta/`
  return (key) => !spared.has(key) && !key.startsWith(deltas) && !folders.has(folderOf(key))
}

async function listChunkFolders(trx: Transaction<Tables>, exportId: string): Promise<Set<string>> {
  const chunks = await trx.selectFrom('export_chunk').select('pack_key').where('export_id', '=', exportId).execute()
  return new Set(chunks.map(({ pack_key }) => folderOf(pack_key)))
}

/**
 * At a moment when no export of the project is under way: the archive of a commit goes with the last export of it, and of
 * what is stored by difference all but the last source, which goes with the last export of all.
 */
async function chooseSource(trx: Transaction<Tables>, remains: Remains): Promise<Choice> {
  const { organizationId, projectId, commit, exportId } = remains
  if (!(await isProjectQuiet(trx, projectId))) return undefined
  const others = trx
    .selectFrom('export_remains')
    .innerJoin('export', 'export.id', 'export_remains.export_id')
    .select('export.id')
    .where('export_remains.kind', '=', 'source')
    .where('export.project_id', '=', projectId)
    .where('export.id', '<>', exportId)
    .limit(1)
  const sameCommit = await others.where('export.commit', '=', commit).executeTakeFirst()
  const other = await others.executeTakeFirst()
  const byDifference = sourcePrefix(organizationId, projectId)
  const needed = await takeNeeded(trx, { projectId, byDifference }, other !== undefined)
  return (key) => (key.startsWith(byDifference) ? !needed.has(key) : sameCommit === undefined)
}

/** What the project's last source is made of; nothing, from now on, unless it is still of use. */
async function takeNeeded(
  trx: Transaction<Tables>,
  { projectId, byDifference }: { projectId: string; byDifference: string },
  isOfUse: boolean,
): Promise<Set<string>> {
  if (!isOfUse) await trx.deleteFrom('project_source').where('project_id', '=', projectId).execute()
  const last = await trx.selectFrom('project_source').selectAll().where('project_id', '=', projectId).executeTakeFirst()
  if (!last) return new Set()
  return new Set([last.list_key, ...last.packs.map((name) => sourcePackKey(byDifference, name))])
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'))
}

// As many as one request deletes.
const batch = 1_000

async function deleteMatching(
  store: SweepStore,
  remains: Remains,
  isDeletable: (key: string) => boolean,
): Promise<number> {
  const options = remains.kind === 'source' ? { signal: AbortSignal.timeout(sourceMs) } : {}
  let deleted = 0
  let keys: string[] = []
  for (const prefix of prefixesOf(remains)) {
    for await (const key of store.list(prefix, options)) {
      if (isDeletable(key)) keys.push(key)
      if (keys.length === batch) await flush()
    }
  }
  await flush()
  return deleted + (remains.kind === 'leftovers' ? await abortUploads(store, remains) : 0)

  async function flush(): Promise<void> {
    await store.deleteKeys(keys, options)
    deleted += keys.length
    keys = []
  }
}

/** Ends uploads of killed workers. Deltas may still be uploaded when the export has ended. */
function abortUploads(store: SweepStore, { organizationId, exportId }: Remains): Promise<number> {
  const prefix = exportPrefix(organizationId, exportId)
  return store.abortUploads(prefix, (key) => !key.startsWith(`${prefix}delta/`))
}
