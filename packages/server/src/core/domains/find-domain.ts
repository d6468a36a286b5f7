import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Scope, withinScope } from '../access/scope.ts'
import { OperatorError } from '../operator-error.ts'

interface DomainQuery {
  name: string
  projectId?: string | undefined
}

export type FoundDomain = Awaited<ReturnType<typeof findDomain>>

/** Several organizations can claim a domain; then the operator has to name one of them. */
export async function findDomain(db: Kysely<Tables>, scope: Scope, { name, projectId }: DomainQuery) {
  const domain = name.toLowerCase()
  const [found, other] = await db
    .selectFrom('domain')
    .select([
      'name',
      'organization_id as organizationId',
      'project_id as projectId',
      'token',
      'verified_at as verifiedAt',
    ])
    .where('name', '=', domain)
    .where(withinScope(scope))
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? ''))
    .limit(2)
    .execute()
  if (!found) throw new OperatorError(`There is no domain ${domain}.`)
  if (other) {
    throw new OperatorError(`Several organizations claim the domain ${domain}. Name one of them with --organization.`)
  }
  return found
}
