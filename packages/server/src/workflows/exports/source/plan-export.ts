import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { recordPlan } from '../../../core/exports/run/record-plan.ts'
import { secretFound } from '../../../core/exports/secret-found.ts'
import { findLiveKeys } from '../../../core/secrets/find-live-keys.ts'
import { fingerprintOf } from '../../../core/secrets/fingerprint.ts'
import { exportPrefix } from '../../../storage/object-keys.ts'
import { measureFolder } from '../../cache/disk-size.ts'
import type { PlanDigests } from '../../tasks/pages/chunk-files.ts'
import type { FoundKeys } from '../../tasks/plan/scan-secrets.ts'
import { runTask } from '../../tasks/run-task.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import { planEntry } from '../../worker/plan-reader.ts'
import { readCredentialSecret } from '../../worker/read-credential.ts'
import { openSource } from '../../worker/source/open-source.ts'
import { withKnownFiles } from '../../worker/source/with-known-files.ts'
import type { StoredObject } from '../../worker/stored-object.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import type { ExportSource } from './fetch-export-source.ts'

export interface StoredPlan extends StoredObject {
  /** Digest of everything that can decide the surroundings of a page. */
  surroundings: string
}

export interface ExportPlan extends StoredPlan {
  pages: number
}

export function digestsOf({ sha256, surroundings }: StoredPlan): PlanDigests {
  return { plan: sha256, surroundings }
}

/** Reads the docs folder once; from then on every page can be rendered on its own, anywhere. */
export async function planExport(
  context: WorkerContext,
  order: ExportOrder,
  { snapshot, leftOut, fetched, assets, dates }: ExportSource,
  signal: AbortSignal,
): Promise<ExportPlan> {
  using root = await openSource(context, order, snapshot)
  const { sitePages: mostPages } = { ...context.limits, ...order.limits }
  const secret = await readCredentialSecret(context, order.projectId)
  return await context.cache.withScratch(async ({ folder, room }) => {
    const [packed, opened] = [join(folder, 'plan'), join(folder, 'opened')]
    const input = {
      root: root.path,
      leftOut,
      fetched,
      assets,
      dates,
      areAssetsRequired: order.assets === 'strict',
      siteUrl: `https://${order.domain}`,
      paths: order.requestedPaths ?? undefined,
      authorCode: order.authorCode,
      strict: order.pageRule === 'strict',
      mostPages,
      secrets: { credential: fingerprintOf(secret), rules: order.secretRules },
      packed,
      folder: opened,
    }
    const options = { rank: taskRanks.plan, bytes: root.bytes, room, signal }
    const { pages, sha256, surroundings, keys } = await withKnownFiles(context, order, (known) =>
      runTask(context, order, 'planSite', { ...input, known: known.folder }, options),
    )
    await checkKeys(context, keys)
    // Named by its content: whoever plans late or twice never changes what another works from.
    const key = `${exportPrefix(order.organizationId, order.exportId)}plan/${sha256}`
    await context.store.putFile(key, packed, { signal })
    // The steps that follow mostly run here, and need not open it again.
    using _held = await context.cache.open(planEntry(sha256), async (path, entry) => {
      room.moveTo(entry, await measureFolder(opened))
      await rename(opened, path)
    })
    await recordPlan(context.db, order.exportId, pages)
    return { key, sha256, pages, surroundings }
  })
}

/** Of the keys of this service that stand in the docs, a live one must not be published. */
async function checkKeys({ db }: WorkerContext, { found, more }: FoundKeys): Promise<void> {
  const live = await findLiveKeys(db, [...new Set(found.map(({ key }) => key))])
  const fatal = found
    .filter(({ key }) => live.has(key))
    .map(({ where }) => `${where}: an API key of this service that is in use; revoke it`)
  if (more > 0) fatal.push(`${more} more texts that have the form of this service's API keys; remove them`)
  if (fatal.length > 0) throw secretFound(fatal)
}
