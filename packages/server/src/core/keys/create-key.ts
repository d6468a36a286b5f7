import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type Limits, limitFor } from '../limits/limits.ts'
import { makeId } from '../make-id.ts'
import { OperatorError } from '../operator-error.ts'
import { readOrganization } from '../organizations/read-organization.ts'
import { useQuota } from '../quotas/use-quota.ts'
import { parseKeyAddresses } from './key-addresses.ts'
import { displayPrefix, hashKey, makeKey } from './key-format.ts'

export const expiryDays = [7, 30, 60, 90] as const
export type ExpiryDays = (typeof expiryDays)[number] | null

export interface KeyRequest {
  organizationId: string
  name: string
  scopes: ('read' | 'write')[]
  projectIds: string[] | null
  addresses: string[] | null
  expiresInDays: ExpiryDays
}

export interface MadeKey {
  id: string
  /** Shown this once; only its hash is stored. */
  key: string
  expiresAt: Date | null
}

export async function createKey(
  db: Kysely<Tables>,
  request: KeyRequest,
  actor: Actor,
  limits: Limits,
): Promise<MadeKey> {
  return db.transaction().execute((trx) => createKeyWithin(trx, request, actor, limits))
}

export async function createKeyWithin(
  trx: Transaction<Tables>,
  request: KeyRequest,
  actor: Actor,
  limits: Limits,
): Promise<MadeKey> {
  const made = await insertKey(trx, request, actor, limits)
  await recordAudit(trx, actor, { organizationId: request.organizationId, action: 'key.create', target: made.id })
  return made
}

/** The part that creation and rotation share. */
export async function insertKey(
  trx: Transaction<Tables>,
  request: KeyRequest,
  actor: Actor,
  limits: Limits,
): Promise<MadeKey> {
  const organization = await readOrganization(trx, request.organizationId)
  await checkProjects(trx, request)
  const limit = limitFor('keyCreationsPerHour', limits, organization.limits)
  await useQuota(trx, { subject: request.organizationId, name: 'key creations', limit })
  const key = makeKey()
  const { id, expires_at } = await trx
    .insertInto('api_key')
    .values({
      id: makeId('key'),
      organization_id: request.organizationId,
      name: request.name,
      prefix: displayPrefix(key),
      hash: hashKey(key),
      scopes: request.scopes,
      project_ids: request.projectIds,
      addresses: request.addresses && parseKeyAddresses(request.addresses),
      expires_at: request.expiresInDays && sql<Date>`now() + make_interval(days => ${request.expiresInDays})`,
      created_by: actor.name,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { id, key, expiresAt: expires_at }
}

async function checkProjects(trx: Transaction<Tables>, { organizationId, projectIds }: KeyRequest): Promise<void> {
  if (!projectIds) return
  const rows = await trx
    .selectFrom('project')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', projectIds.length > 0 ? projectIds : [''])
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  const unknown = projectIds.find((id) => !known.has(id))
  if (unknown !== undefined) throw new OperatorError(`The organization ${organizationId} has no project ${unknown}.`)
}
