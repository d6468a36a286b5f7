import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { agentJobPrefix, exportPrefix, projectPrefix } from '../../storage/object-keys.ts'
import { readProject } from '../access/read-project.ts'
import type { Scope } from '../access/scope.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { lockDomains } from '../deletion/lock-domains.ts'
import { deleteSteps, listKnownWorkflows, requestDeletion } from '../deletion/request-deletion.ts'

/** Its rows are gone at once; its jobs are ended and its files deleted by the workers. */
export async function deleteProject(db: Kysely<Tables>, scope: Scope, id: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { organization_id } = await readProject(trx, scope, id)
    // Whoever starts a job shares a lock on the row: every job is either seen here or not started.
    await trx.selectFrom('project').select('id').where('id', '=', id).forUpdate().execute()
    await lockDomains(trx, { projectId: id })
    // Whoever waited for another deletion finds that it is gone.
    await readProject(trx, scope, id)
    const jobs = await listJobs(trx, id)
    await requestDeletion(trx, {
      organizationId: organization_id,
      prefixes: [
        projectPrefix(organization_id, id),
        ...jobs.exports.map((job) => exportPrefix(organization_id, job)),
        ...jobs.agentJobs.map((job) => agentJobPrefix(organization_id, job)),
      ],
      workflows: await listKnownWorkflows(trx, { projectId: id }),
    })
    await deleteSteps(trx, { projectId: id })
    await forgetAnswers(trx, organization_id, [...jobs.exports, ...jobs.agentJobs])
    await takeFromKeys(trx, organization_id, id)
    await trx.deleteFrom('quota').where('subject', '=', id).execute()
    await trx.deleteFrom('project').where('id', '=', id).execute()
    await recordAudit(trx, actor, { organizationId: organization_id, action: 'project.delete', target: id })
  })
}

async function listJobs(
  trx: Transaction<Tables>,
  projectId: string,
): Promise<{ exports: string[]; agentJobs: string[] }> {
  const list = async (table: 'export' | 'agent_job') => {
    const rows = await trx.selectFrom(table).select('id').where('project_id', '=', projectId).execute()
    return rows.map(({ id }) => id)
  }
  return { exports: await list('export'), agentJobs: await list('agent_job') }
}

/** Those to requests with an Idempotency-Key hold the job as it was. */
async function forgetAnswers(trx: Transaction<Tables>, organizationId: string, jobs: string[]): Promise<void> {
  await sql`
    delete from idempotency
    where organization_id = ${organizationId} and coalesce(answer ->> 'jobId', answer ->> 'id') = any(${jobs})`.execute(
    trx,
  )
}

/** A key for this project alone opens nothing any more and goes with it. */
async function takeFromKeys(trx: Transaction<Tables>, organizationId: string, id: string): Promise<void> {
  await sql`
    delete from api_key where organization_id = ${organizationId} and project_ids <@ array[${id}]`.execute(trx)
  await sql`
    update api_key set project_ids = array_remove(project_ids, ${id})
    where organization_id = ${organizationId} and ${id} = any(project_ids)`.execute(trx)
}
