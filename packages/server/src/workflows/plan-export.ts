import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { narrowPlan, planSite, type SitePlan } from '@bindery/site'
import type { ExportOrder } from '../core/exports/begin-export.ts'
import { ExportFailure } from '../core/exports/export-failure.ts'
import { recordPlan } from '../core/exports/record-plan.ts'
import { exportPrefix } from '../storage/object-keys.ts'
import type { ExportSource } from './fetch-export-source.ts'
import { openSnapshot } from './open-snapshot.ts'
import { scanSecrets } from './scan-secrets.ts'
import type { StoredObject } from './stored-object.ts'
import type { WorkerContext } from './worker-context.ts'

const compress = promisify(gzip)

export interface ExportPlan extends StoredObject {
  pages: number
}

/** Reads the docs folder once; from then on every page can be rendered on its own, anywhere. */
export async function planExport(
  context: WorkerContext,
  order: ExportOrder,
  { snapshot, leftOut, fetched }: ExportSource,
  signal: AbortSignal,
): Promise<ExportPlan> {
  using opened = await openSnapshot(context, snapshot)
  const root = opened.path
  const whole = await planSite(root, { leftOut, fetched, siteUrl: `https://${order.domain}` })
  signal.throwIfAborted()
  const plan = order.requestedPaths ? keepPages(whole, order.requestedPaths) : whole
  const pages = plan.pages.length
  const { sitePages } = { ...context.limits, ...order.limits }
  if (pages > sitePages) {
    throw new ExportFailure(
      'too_many_pages',
      `The site has ${pages} pages, more than the ${sitePages} allowed. Split it, or ask the operator to raise the limit.`,
    )
  }
  const findings = await scanSecrets(context, { order, plan, root, signal })
  const bytes = await compress(JSON.stringify({ ...plan, findings } satisfies SitePlan))
  // Named by its content: whoever plans late or twice never changes what another works from.
  const sha256 = hash('sha256', bytes)
  const key = `${exportPrefix(order.organizationId, order.exportId)}plan/${sha256}`
  await context.store.putBytes(key, bytes)
  await recordPlan(context.db, order.exportId, pages)
  return { key, sha256, pages }
}

// As many as the job's error names.
const named = 20

function keepPages(whole: SitePlan, paths: readonly string[]): SitePlan {
  const { plan, unknown } = narrowPlan(whole, paths)
  if (unknown.length === 0) return plan
  const more = unknown.length > named ? ` and ${unknown.length - named} more` : ''
  throw new ExportFailure(
    'page_not_found',
    `The site has no published page at ${unknown.slice(0, named).join(', ')}${more}. Check the paths, or the ref that was exported.`,
  )
}
