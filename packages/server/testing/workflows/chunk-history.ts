import { type Kysely, sql } from 'kysely'
import { operatorScope } from '../../src/core/access/scope.ts'
import { AppError } from '../../src/core/app-error.ts'
import { operator } from '../../src/core/audit/record-audit.ts'
import { fileIndexKeys } from '../../src/core/exports/bundles/file-index.ts'
import { cancelExport } from '../../src/core/exports/cancel-export.ts'
import { expireExport } from '../../src/core/exports/cleanup/expire-export.ts'
import { beginExport } from '../../src/core/exports/run/begin-export.ts'
import { findEarlierChunks } from '../../src/core/exports/run/find-earlier-chunks.ts'
import { recordChunk } from '../../src/core/exports/run/record-chunk.ts'
import { recordPlan } from '../../src/core/exports/run/record-plan.ts'
import { referToChunks, type SameChunk } from '../../src/core/exports/run/refer-to-chunks.ts'
import { makeId } from '../../src/core/make-id.ts'
import { OperatorError } from '../../src/core/operator-error.ts'
import { deleteProject } from '../../src/core/projects/delete-project.ts'
import { completeExport } from '../../src/core/publications/complete-export.ts'
import { publishExport } from '../../src/core/publications/publish-export.ts'
import { rollBack } from '../../src/core/publications/roll-back.ts'
import type { Tables } from '../../src/db/tables.ts'
import { exportPrefix, exportReportKey } from '../../src/storage/object-keys.ts'
import { beside, findWholePacks } from '../../src/workflows/exports/chunks/chunk-objects.ts'
import { clearRemains } from '../../src/workflows/maintenance/clear-remains.ts'
import { finishDeletions } from '../../src/workflows/maintenance/finish-deletions.ts'
import { packParts as parts } from '../../src/workflows/tasks/pages/chunk-files.ts'
import type { HistoryBucket } from './history-bucket.ts'
import { createRandom } from './random.ts'

const chunksOfSite = 4
const silent = { info() {} }
const noWork = { listOpen: async () => [], listGivenUp: async () => [], cancel: async () => {}, delete: async () => {} }

interface Project {
  id: string
  domain: string
  /** What its pages say now, chunk by chunk. */
  contents: number[]
}

/** What the model knows of an export: all that it needs, by its own account and not by any row. */
interface Export {
  id: string
  project: Project
  needed: Set<string>
  run: AsyncGenerator<void, void> | undefined
}

interface World {
  db: Kysely<Tables>
  bucket: HistoryBucket
}

/**
 * One organization through a random history: exports that run step by step beside each other, publications, deltas, ends of
 * their time, workers that clear, end in the middle or are overtaken, and deleted projects. Everything in the database is done
 * by the functions that the service itself uses. Returns what was lost or left.
 */
export async function runChunkHistory({ db, bucket }: World, seed: number, operations: number): Promise<string[]> {
  const random = createRandom(seed)
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const organizationId = makeId('organization')
  const caller = { organization_id: organizationId, project_ids: null, limits: {} }
  const canceller = { db, cancelWork: async () => {} }
  const projects: Project[] = []
  const exports: Export[] = []
  const faults: string[] = []
  /** What a pack holds, by its key. */
  const packed = new Map<string, number>()
  let content = 0
  let depth = 0
  let isEnding = false

  async function addProject(): Promise<void> {
    const id = makeId('project')
    const domain = `${id.replace('_', '-')}.example.com`
    const row = {
      id,
      organization_id: organizationId,
      name: id,
      repository: 'https://git.example.com/a',
      branch: 'main',
    }
    await db.insertInto('project').values(row).execute()
    await sql`insert into domain (name, organization_id, project_id) values (${domain}, ${organizationId}, ${id})`.execute(
      db,
    )
    projects.push({ id, domain, contents: Array.from({ length: chunksOfSite }, () => content++) })
  }

  async function start(): Promise<void> {
    const project = pick(projects)
    if (!project) return
    for (const at of project.contents.keys()) if (random() < 0.3) project.contents[at] = content++
    const wanted = {
      requested_ref: random() < 0.1 ? 'next' : null,
      requested_paths: random() < 0.1 ? ['index'] : null,
    }
    const id = makeId('export')
    const row = { id, organization_id: organizationId, project_id: project.id, domain: project.domain, ...wanted }
    await db.insertInto('export').values(row).execute()
    const added: Export = { id, project, needed: new Set(), run: undefined }
    added.run = runExport(added)
    exports.push(added)
  }

  /** The steps of an export; anything may happen wherever it yields. */
  async function* runExport({ id, project, needed }: Export): AsyncGenerator<void, void> {
    const prefix = exportPrefix(organizationId, id)
    const need = async (key: string) => {
      await bucket.put(key)
      needed.add(key)
    }
    const order = await beginExport(db, id)
    const contents = [...project.contents]
    await recordPlan(db, id, chunksOfSite)
    yield
    const before = await findEarlierChunks(db, order)
    const whole = await findWholePacks(
      bucket.store,
      before.map(({ packKey }) => packKey),
    )
    yield
    const same: SameChunk[] = []
    for (const earlier of before) {
      if (packed.get(earlier.packKey) !== contents[earlier.index] || !whole.has(earlier.packKey)) continue
      same.push({ index: earlier.index, firstPage: `${earlier.index}`, pages: 1, earlier })
      yield
    }
    await referToChunks(db, id, same)
    for (const { index } of same) {
      const earlier = before.find((chunk) => chunk.index === index)
      if (!earlier) continue
      for (const part of parts) needed.add(beside(earlier.packKey, part))
    }
    yield
    for (const index of contents.keys()) {
      if (same.some((chunk) => chunk.index === index)) continue
      const packKey = `${prefix}chunk/${index}/n${contents[index]}/pack`
      for (const part of parts) await bucket.put(beside(packKey, part))
      packed.set(packKey, contents[index] ?? 0)
      yield
      const counts = { pages: 1, reused: 0, warnings: 0 }
      await recordChunk(db, { exportId: id, index, firstPage: `${index}`, ...counts, packKey })
      for (const part of parts) needed.add(beside(packKey, part))
    }
    yield
    const bundle = `${prefix}bundle/${Math.floor(random() * 1e9)}.tar.gz`
    await bucket.put(`${prefix}shared/x/pack`)
    for (const key of fileIndexKeys(bundle)) await need(key)
    await need(exportReportKey(organizationId, id))
    yield
    await bucket.put(bundle)
    yield
    const retentionDays = random() < 0.6 ? 30 : 0
    await completeExport(db, id, { key: bundle, sha256: 'd', bytes: 1, errors: 0, warnings: 0, retentionDays })
    needed.add(bundle)
  }

  async function advance(one = pick(exports.filter(({ run }) => run !== undefined))): Promise<void> {
    const { run } = one ?? {}
    if (!one || !run) return
    try {
      const { done } = await run.next()
      if (done) one.run = undefined
    } catch (error) {
      // Somebody has ended it.
      if ((error as Error).name !== 'StaleExport') throw error
      one.run = undefined
    }
  }

  /** A delta that was asked for later. */
  async function addDelta(): Promise<void> {
    const one = pick((await listLive()).filter(({ status }) => status === 'completed'))
    const known = exports.find(({ id }) => id === one?.id)
    if (!known) return
    const key = `${exportPrefix(organizationId, known.id)}delta/since-${pick(exports)?.id}.json`
    await bucket.put(key)
    known.needed.add(key)
  }

  async function passTime(days: number): Promise<void> {
    // Nobody who works on what has ended sleeps for a day.
    const live = new Set((await listLive()).map(({ id }) => id))
    for (const one of exports) if (!live.has(one.id)) one.run = undefined
    const interval = sql`make_interval(days => ${days})`
    await sql`update export set retained_until = retained_until - ${interval}
      where organization_id = ${organizationId} and retained_until is not null`.execute(db)
    // Sources have histories of their own.
    await sql`delete from export_remains using export
      where export.id = export_id and organization_id = ${organizationId} and kind = 'source'`.execute(db)
    await sql`update export_remains set due_at = due_at - ${interval}, clearing_until = clearing_until - ${interval}
      from export where export.id = export_id and organization_id = ${organizationId}`.execute(db)
  }

  /** Other things happen while a worker lists and deletes; and some of them end in the middle. */
  async function clear(): Promise<void> {
    depth += 1
    const dies = random() < 0.2
    const store = {
      list: bucket.store.list,
      abortUploads: bucket.store.abortUploads,
      async deleteKeys(keys: readonly string[]) {
        if (depth < 3 && !isEnding) for (let n = Math.floor(random() * 4); n > 0; n--) await act()
        if (depth === 1 && random() < 0.3) await overtake()
        if (dies) await bucket.delete(keys.slice(0, keys.length / 2))
        if (dies) throw new Error('ended')
        await bucket.delete(keys)
      },
    }
    await clearRemains(db, store).catch((error: Error) => {
      if (error.message !== 'ended') throw error
    })
    depth -= 1
    await expectNeeded()
  }

  /** Another worker clears what ends only now, and may share packs with what the first one is at. */
  async function overtake(): Promise<void> {
    await ask(expireExport(db, pick(await listLive())?.id ?? '', operator, { withdraw: true }))
    await clear()
  }

  async function removeProject(project: Project | undefined): Promise<void> {
    if (!project) return
    await deleteProject(db, operatorScope, project.id, operator)
    projects.splice(projects.indexOf(project), 1)
    for (const one of exports.filter((one) => one.project === project)) {
      // Its files are deleted when no process is at it any more.
      one.run = undefined
      exports.splice(exports.indexOf(one), 1)
    }
    const parts = { db, work: noWork, store: bucket.store, log: silent }
    for (let turn = 0; turn < 3; turn++) {
      await finishDeletions(parts, new AbortController().signal)
      await sql`update deletion set due_at = now() where organization_id = ${organizationId}`.execute(db)
    }
    await expectNeeded()
    const prefix = exportPrefix(organizationId, '').slice(0, -1)
    for (const key of await bucket.keys(prefix)) {
      if (!exports.some(({ id }) => key.startsWith(exportPrefix(organizationId, id)))) report(`${key} is left`)
    }
  }

  function listLive() {
    return db
      .selectFrom('export')
      .select(['id', 'status'])
      .where('organization_id', '=', organizationId)
      .where(
        sql<boolean>`(status in ('queued', 'running')
          or status = 'completed' and (retained_until is null or retained_until > now()))`,
      )
      .execute()
  }

  /** What is under way, can be published, previewed or taken a delta of, or can be taken over from, has all that it needs. */
  async function expectNeeded(): Promise<void> {
    const stored = new Set(await bucket.keys(exportPrefix(organizationId, '').slice(0, -1)))
    for (const { id, status } of await listLive()) {
      const lacking = [...(exports.find((one) => one.id === id)?.needed ?? [])].filter((key) => !stored.has(key))
      if (lacking.length > 0) report(`${status} ${id} lacks ${lacking.join(' ')}`)
    }
  }

  function report(fault: string): void {
    faults.push(`seed ${seed}: ${fault}`)
  }

  /** The API refuses what cannot be done. */
  async function ask(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!(error instanceof AppError || error instanceof OperatorError)) throw error
    })
  }

  async function act(): Promise<void> {
    const one = pick(exports)
    const at = one && { caller, domain: one.project.domain, exportId: one.id, actor: operator }
    const chance = random()
    if (chance < 0.14) await start()
    else if (chance < 0.62) for (let n = Math.floor(random() * 6); n >= 0; n--) await advance()
    else if (chance < 0.66) await addDelta()
    else if (chance < 0.74) await passTime(pick([1, 8, 31]) ?? 1)
    else if (chance < 0.88) await clear()
    else if (!one || !at) return
    else if (chance < 0.91) await ask(publishExport(db, at))
    else if (chance < 0.93)
      await ask(rollBack({ db, compare: async () => [] }, { ...at, exportId: undefined, idempotencyKey: undefined }))
    else if (chance < 0.95) await ask(cancelExport(canceller, at))
    else if (chance < 0.99) await ask(expireExport(db, one.id, operator, { withdraw: random() < 0.5 }))
    else if (depth === 0) {
      await removeProject(one.project)
      await addProject()
    }
  }

  /** All exports end and their time is over: then only reports are left; and nothing once the projects are deleted. */
  async function end(): Promise<void> {
    for (const one of exports) {
      if (random() < 0.2) await ask(cancelExport(canceller, { caller, exportId: one.id, actor: operator }))
      while (one.run) await advance(one)
    }
    isEnding = true
    for (let kept = await listLive(); kept.length > 0; kept = await listLive()) {
      await ask(expireExport(db, pick(kept)?.id ?? '', operator, { withdraw: true }))
      if (random() < 0.5) await clear()
    }
    for (let left = 1; left > 0; left = await countRemains()) {
      await passTime(8)
      await clearRemains(db, bucket.store)
    }
    for (const key of await bucket.keys(exportPrefix(organizationId, '').slice(0, -1))) {
      if (!key.endsWith('/report.json')) report(`${key} is never deleted`)
    }
    for (const project of [...projects]) await removeProject(project)
    await sql`delete from organization where id = ${organizationId}`.execute(db)
  }

  async function countRemains(): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from export_remains
      join export on export.id = export_id where organization_id = ${organizationId}`.execute(db)
    return rows[0]?.n ?? 0
  }

  await db.insertInto('organization').values({ id: organizationId, name: 'A', plan: 'enterprise' }).execute()
  for (let n = 0; n < 2; n++) await addProject()
  for (let n = 0; n < operations && faults.length === 0; n++) await act()
  await end()
  return faults
}
