import { domainName } from '@bindery/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { OperatorError } from '../operator-error.ts'
import { readProject } from '../projects/read-project.ts'

interface NewDomain {
  projectId: string
  /** Whose project it must be; the operator need not say. */
  organizationId?: string
  name: string
}

export async function addDomain(db: Kysely<Tables>, request: NewDomain, actor: Actor): Promise<{ name: string }> {
  return db.transaction().execute((trx) => insertDomain(trx, request, actor))
}

/** A domain is unique in an installation and written in small letters. */
export async function insertDomain(
  trx: Transaction<Tables>,
  { projectId, organizationId, name }: NewDomain,
  actor: Actor,
): Promise<{ name: string }> {
  const parsed = domainName.safeParse(name)
  if (!parsed.success) throw new OperatorError(`"${name}" ${parsed.error.issues[0]?.message}.`)
  const domain = parsed.data.toLowerCase()
  const { organization_id } = await readProject(trx, projectId, organizationId)
  await trx
    .insertInto('domain')
    .values({ name: domain, organization_id, project_id: projectId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirstOrThrow(() => new OperatorError(`The domain ${domain} belongs to a project already.`))
  await recordAudit(trx, actor, { organizationId: organization_id, action: 'domain.add', target: domain })
  return { name: domain }
}
