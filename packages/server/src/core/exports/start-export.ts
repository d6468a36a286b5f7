import type { ExportJob, StartExportBody } from '@bindery/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { exportJson } from '../../db/export-json.ts'
import type { Tables } from '../../db/tables.ts'
import { type Caller, isVisibleTo } from '../access/caller.ts'
import { AppError } from '../app-error.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { oncePerKey } from '../idempotency/once-per-key.ts'
import { type Limits, limitFor } from '../limits/limits.ts'
import { makeId } from '../make-id.ts'
import { useQuota } from '../quotas/use-quota.ts'

export type EnqueueExport = (
  trx: Transaction<Tables>,
  job: { exportId: string; organizationId: string },
) => Promise<void>

export interface StartDeps {
  db: Kysely<Tables>
  enqueueExport: EnqueueExport
  limits: Limits
}

interface StartRequest {
  caller: Caller
  body: StartExportBody
  idempotencyKey: string | undefined
  actor: Actor
}

/** One transaction: quota, row, work for the engine, audit and the stored answer are there together or not at all. */
export async function startExport(
  deps: StartDeps,
  { caller, body, idempotencyKey, actor }: StartRequest,
): Promise<{ answer: ExportJob; replayed: boolean }> {
  const organizationId = caller.organization_id
  return deps.db.transaction().execute(async (trx) => {
    const domain = await findDomain(trx, caller, body.domain)
    const request = { organizationId, key: idempotencyKey, operation: 'startExport', body }
    return oncePerKey(trx, request, async () => {
      const limit = limitFor('exportStartsPerHour', deps.limits, caller.limits)
      await useQuota(trx, { subject: organizationId, name: 'export starts', limit })
      expectVerified(domain)
      const job = await insertExport(trx, { caller, domain, body, actor })
      await deps.enqueueExport(trx, { exportId: job.jobId, organizationId })
      await recordAudit(trx, actor, { organizationId, action: 'export.start', target: job.jobId })
      return job
    })
  })
}

interface Domain {
  name: string
  project_id: string
  verified_at: Date | null
}

/** The project is held until the end of the transaction, so it cannot be deleted under the new export. */
async function findDomain(trx: Transaction<Tables>, caller: Caller, name: string): Promise<Domain> {
  const found = await trx
    .selectFrom('domain')
    .innerJoin('project', 'project.id', 'domain.project_id')
    .select(['domain.name', 'domain.project_id', 'domain.verified_at'])
    .where('domain.name', '=', name.toLowerCase())
    .where('domain.organization_id', '=', caller.organization_id)
    .forKeyShare('project')
    .executeTakeFirst()
  if (found && isVisibleTo(caller, found.project_id)) return found
  throw new AppError(
    'domain_not_found',
    'No project of this organization has this domain. Check its spelling, or add it to a project.',
  )
}

/** Whether anybody else has the domain is none of the answer. */
function expectVerified({ name, verified_at }: Domain): void {
  if (verified_at !== null) return
  throw new AppError(
    'domain_not_verified',
    `The domain ${name} is not verified. Open its project in the dashboard, set the record that stands there and choose Verify; then start the export again.`,
  )
}

async function insertExport(
  trx: Transaction<Tables>,
  { caller, domain, body, actor }: Pick<StartRequest, 'caller' | 'body' | 'actor'> & { domain: Domain },
): Promise<ExportJob> {
  const { job } = await trx
    .insertInto('export')
    .values({
      id: makeId('export'),
      organization_id: caller.organization_id,
      project_id: domain.project_id,
      domain: domain.name,
      requested_ref: body.ref ?? null,
      requested_version: body.version ?? null,
      requested_paths: body.paths ?? null,
      requested_assets: body.assets ?? null,
      requested_page_rule: body.pages ?? null,
      requested_author_code: body.authorCode ?? null,
      version: body.version ?? null,
      started_by: actor.name,
    })
    .returning(sql<ExportJob>`${sql.raw(exportJson('export'))}`.as('job'))
    .executeTakeFirstOrThrow()
  return job
}
