import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Scope, withinScope } from '../access/scope.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { Limits } from '../limits/limits.ts'
import { OperatorError } from '../operator-error.ts'
import { type ExpiryDays, insertKey, type MadeKey } from './create-key.ts'

export interface Rotation {
  keyId: string
  /** How long the old key stays alive beside its successor; it never lives longer than it would have. */
  overlapSeconds: number
  expiresInDays: ExpiryDays
}

/** A successor with the same name and rights. */
export async function rotateKey(
  db: Kysely<Tables>,
  scope: Scope,
  rotation: Rotation,
  actor: Actor,
  limits: Limits,
): Promise<MadeKey> {
  return db.transaction().execute((trx) => rotateKeyWithin(trx, scope, rotation, actor, limits))
}

export async function rotateKeyWithin(
  trx: Transaction<Tables>,
  scope: Scope,
  rotation: Rotation,
  actor: Actor,
  limits: Limits,
): Promise<MadeKey> {
  const old = await holdKey(trx, scope, rotation.keyId)
  const request = {
    organizationId: old.organization_id,
    name: old.name,
    scopes: old.scopes,
    projectIds: old.project_ids,
    addresses: old.addresses,
    expiresInDays: rotation.expiresInDays,
  }
  const successor = await insertKey(trx, request, actor, limits)
  await trx
    .updateTable('api_key')
    .set({
      rotated_to: successor.id,
      expires_at: sql<Date>`least(expires_at, now() + make_interval(secs => ${rotation.overlapSeconds}))`,
    })
    .where('id', '=', old.id)
    .execute()
  await recordAudit(trx, actor, { organizationId: old.organization_id, action: 'key.rotate', target: old.id })
  return successor
}

async function holdKey(trx: Transaction<Tables>, scope: Scope, keyId: string) {
  const key = await trx
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', keyId)
    .where(withinScope(scope))
    .forUpdate()
    .executeTakeFirstOrThrow(() => new OperatorError(`There is no key ${keyId}.`))
  if (key.revoked_at) throw new OperatorError(`The key ${key.id} is revoked. Create a new one instead.`)
  if (key.rotated_to) throw new OperatorError(`The key ${key.id} was rotated to ${key.rotated_to}. Rotate that one.`)
  return key
}
