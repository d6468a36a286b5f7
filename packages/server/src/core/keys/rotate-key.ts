import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { Limits } from '../limits/limits.ts'
import { OperatorError } from '../operator-error.ts'
import { type ExpiryDays, insertKey, type MadeKey } from './create-key.ts'

interface Rotation {
  keyId: string
  /** How long the old key stays alive beside its successor; it never lives longer than it would have. */
  overlapSeconds: number
  expiresInDays: ExpiryDays
}

/** A successor with the same name and rights. */
export async function rotateKey(
  db: Kysely<Tables>,
  rotation: Rotation,
  actor: Actor,
  limits: Limits,
): Promise<MadeKey> {
  return db.transaction().execute(async (trx) => {
    const old = await trx
      .selectFrom('api_key')
      .selectAll()
      .where('id', '=', rotation.keyId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new OperatorError(`There is no key ${rotation.keyId}.`))
    if (old.revoked_at) throw new OperatorError(`The key ${old.id} is revoked. Create a new one instead.`)
    if (old.rotated_to) throw new OperatorError(`The key ${old.id} was rotated to ${old.rotated_to}. Rotate that one.`)
    const successor = await insertKey(
      trx,
      {
        organizationId: old.organization_id,
        name: old.name,
        scopes: old.scopes,
        projectIds: old.project_ids,
        addresses: old.addresses,
        expiresInDays: rotation.expiresInDays,
      },
      limits,
    )
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
  })
}
