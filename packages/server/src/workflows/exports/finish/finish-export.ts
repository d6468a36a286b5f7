import { rendererVersion } from '@bindery/site/parent'
import { searchedKey } from '../../../core/exports/bundles/file-index.ts'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { findEarlierChunks } from '../../../core/exports/run/find-earlier-chunks.ts'
import { findEarlierBundle } from '../../../core/exports/run/find-earlier-export.ts'
import { listChunks } from '../../../core/exports/run/list-chunks.ts'
import { recordContent, recordFindings } from '../../../core/exports/run/record-findings.ts'
import type { StepTurns } from '../../../engine/step.ts'
import { exportPrefix, exportReportKey } from '../../../storage/object-keys.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import type { TaskInput } from '../../tasks/create-task-pool.ts'
import type { FinishAsks } from '../../tasks/finish/finish-site.ts'
import type { SearchedPacks } from '../../tasks/finish/settle-scopes.ts'
import { runTask } from '../../tasks/run-task.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import { openObject } from '../../worker/open-object.ts'
import { openSource } from '../../worker/source/open-source.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { beside, nameOfPack, openIndexes, orMissing } from '../chunks/chunk-objects.ts'
import { openHeldObjects } from '../chunks/held-objects.ts'
import { openPartOutlines } from '../chunks/part-outlines.ts'
import type { ExportSource } from '../source/fetch-export-source.ts'
import type { StoredPlan } from '../source/plan-export.ts'
import { collectShared, findShared, readShared } from './shared-members.ts'
import { openSharedPacks, type SharedPacks } from './shared-packs.ts'
import { chooseBundleKey, type StoredSite, storeHead } from './stored-site.ts'

// From here on what idle processes hold of the plan, 200 MB each at 100,000 pages, outweighs the second that new ones
// take.
const pagesOfLargeSite = 10_000

export interface FinishedExport extends StoredSite {
  errors: number
  warnings: number
}

/** Makes what the pages share: from then on all of the site is stored, but for the archive. */
export async function finishExport(
  context: WorkerContext,
  order: ExportOrder,
  made: { source: ExportSource; plan: StoredPlan },
  signal: AbortSignal,
  turns: StepTurns,
): Promise<FinishedExport> {
  const { store, signingKey } = context
  const { commit, committedAt, version, snapshot } = made.source
  const prefix = exportPrefix(order.organizationId, order.exportId)
  using root = await openSource(context, order, snapshot)
  using plan = await context.readPlan(order, made.plan)
  if (plan.pages.length > pagesOfLargeSite) context.pool.rest()
  const packKeys = (await listChunks(context.db, order.exportId)).map((chunk) => chunk.packKey)
  const inMemory = openHeldObjects(context.cache.held, order.projectId)
  const packs = openIndexes(store, packKeys, inMemory.indexes)
  const { withScratch } = context.cache
  // What is put aside for the next export has a room of its own: the want of it is no fault of this one. So has each task.
  const withAll = (use: (scratch: Scratch, aside: Scratch, apart: Scratch) => Promise<FinishedExport>) =>
    withScratch((scratch) => withScratch((aside) => withScratch((apart) => use(scratch, aside, apart))))
  return await withAll(async (scratch, aside, apart) => {
    using held = new DisposableStack()
    const collected = collectShared(context.cache, order.projectId, aside)
    const earlier = await openEarlier(context, order, { scratch, held }, signal)
    const shared = openSharedPacks(store, `${prefix}shared/`, collected)
    const names = packKeys.map(nameOfPack)
    const outlines = openPartOutlines(context.cache, order.projectId, held)
    const { surroundings } = made.plan
    const parts = { packs: names, outlines: names.map(outlines.find), ...earlier }
    const asks = answerFinish(context, order, { held, packKeys, outlines, shared })
    const options = { rank: taskRanks.finish, bytes: root.bytes, signal }
    // Begun first, since finishing the site waits for it while it has a process.
    const search = updateSearchApart(parts, context.packsOfOneProcess ?? defaultPacks, (input) =>
      runTask(
        context,
        order,
        'updateSearch',
        { ...input, scratch: apart.folder },
        { ...options, asks, room: apart.room },
      ),
    )
    const isSearchApart = search !== undefined
    const input = {
      root: root.path,
      planFile: plan.file,
      surroundings,
      ...parts,
      isSearchApart,
      scratch: scratch.folder,
    }
    const finishing = runTask(context, order, 'finishSite', input, {
      ...options,
      asks: { ...asks, search: () => search },
      room: scratch.room,
    })
    const { renderer, errors, warnings, searched } = await bothDone(finishing, search)
    // Manifests are held in memory while they are written.
    using _turn = await turns.enter({ rank: taskRanks.finish, group: order.organizationId })
    const site = { domain: order.domain, version, commit, committedAt, renderer }
    const key = chooseBundleKey(prefix)
    // The last of the shared packs, 14 MB of a large site, is on its way while the head is made.
    const storeSearched = async () => {
      await shared.stored()
      const besides: StoredSearched = { ...searched, shared: await collected.store() }
      await store.putBytes(searchedKey(key), Buffer.from(JSON.stringify(besides)))
    }
    const [stored] = await Promise.all([
      storeHead(store, key, { site, signingKey, packs: [...shared.packs(), ...packs] }, inMemory),
      storeSearched(),
    ])
    await recordContent(context.db, order.exportId, stored.contentSha256)
    return { ...stored, errors, warnings }
  })
}

type SearchInput = Omit<TaskInput<'updateSearch'>, 'scratch'>

// With more of them two processes have compared what was there before, so both are there and have the plan.
const defaultPacks = 16

/** Undefined where the search is made with all the rest: of a small site, and where nothing earlier can be updated. */
function updateSearchApart<Result>(
  { earlier, searched, ...parts }: Pick<TaskInput<'finishSite'>, 'packs' | 'outlines' | 'earlier' | 'searched'>,
  most: number,
  run: (input: SearchInput) => Promise<Result>,
): Promise<Result> | undefined {
  if (!earlier || searched?.renderer !== rendererVersion || parts.packs.length <= most) return undefined
  return run({ ...parts, earlier, searched })
}

/** What they work with is theirs until both have ended; and what failed first is told by its own error. */
async function bothDone<Result>(finishing: Promise<Result>, search: Promise<unknown> | undefined): Promise<Result> {
  const [searched, finished] = await Promise.allSettled([search, finishing])
  if (searched.status === 'rejected') throw searched.reason
  if (finished.status === 'rejected') throw finished.reason
  return finished.value
}

interface Finishing {
  /** What of this host is in use until the site is finished. */
  held: DisposableStack
  packKeys: readonly string[]
  outlines: ReturnType<typeof openPartOutlines>
  shared: SharedPacks
}

/** What finishing needs of the bucket. */
function answerFinish(
  context: WorkerContext,
  order: ExportOrder,
  { held, packKeys, outlines, shared }: Finishing,
): Omit<FinishAsks, 'search'> {
  const { db, store } = context
  const { organizationId, exportId, projectId } = order
  const openPart = async (packKey: string) =>
    held.use(await openObject(context, projectId, beside(packKey, 'facts'))).path
  return {
    part: (n) => openPart(packKeys[n] ?? ''),
    async earlierPart(name) {
      const chunks = await findEarlierChunks(db, order)
      const found = chunks.find(({ packKey }) => nameOfPack(packKey) === name)
      const file = found && (await orMissing(openPart(found.packKey)))
      return file === undefined ? undefined : { file, outline: outlines.find(name) }
    },
    outlined: ({ at, bytes }) => outlines.add(nameOfPack(packKeys[at] ?? ''), bytes),
    async report({ file, ...counts }) {
      await store.putFile(exportReportKey(organizationId, exportId), file, { contentType: 'application/json' })
      await recordFindings(db, exportId, counts)
    },
    pack: shared.add,
  }
}

/** Stored next to a bundle: what its search was made of, and the name of its shared files in the cache of its worker. */
type StoredSearched = SearchedPacks & { shared?: string | undefined }

/** What the bundle before has of what the pages share, and what its search was made of. */
async function openEarlier(
  { db, store, cache }: WorkerContext,
  order: ExportOrder,
  { scratch, held }: { scratch: Scratch; held: DisposableStack },
  signal: AbortSignal,
) {
  const bundle = await findEarlierBundle(db, order)
  if (!bundle) return { earlier: undefined, searched: undefined }
  const found = await orMissing(store.getBytes(searchedKey(bundle.key)))
  const { shared: name, ...searched } = found ? (JSON.parse(found.toString()) as StoredSearched) : {}
  const onHost = name === undefined ? undefined : findShared(cache, order.projectId, name)
  if (onHost) held.use(onHost)
  const earlier = onHost ? { spool: onHost.spool, list: onHost.list } : await readShared(store, bundle, scratch, signal)
  return { earlier, searched: found && (searched as SearchedPacks) }
}
