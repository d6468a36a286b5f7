import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { CredentialKeys } from './credential-keys.ts'
import { listOutdatedSeals, type OutdatedSeal, type SealedPlace, sealedPlaces } from './list-outdated-seals.ts'
import { openCredential } from './open-credential.ts'
import { sealCredential } from './seal-credential.ts'

interface Resealing {
  resealed: number
  /** What no configured key opens stays as it is. */
  left: number
}

/** Seals everything with the newest key, one row at a time, so that whoever uses one of them waits for no other. */
export async function resealCredentials(db: Kysely<Tables>, keys: CredentialKeys, actor: Actor): Promise<Resealing> {
  const outdated = await listOutdatedSeals(db, keys)
  let resealed = 0
  for (const seal of outdated.filter(({ opens }) => opens)) {
    if (await db.transaction().execute((trx) => reseal(trx, seal, keys, actor))) resealed++
  }
  return { resealed, left: (await listOutdatedSeals(db, keys)).length }
}

async function reseal(
  trx: Transaction<Tables>,
  { what, owner, organization }: OutdatedSeal,
  keys: CredentialKeys,
  actor: Actor,
): Promise<boolean> {
  const { table, column } = placeOf(what)
  const { rows } = await sql<{ sealed: Buffer | null }>`
    select ${sql.ref(column)} as sealed from ${sql.table(table)} where id = ${owner} for update`.execute(trx)
  const sealed = rows[0]?.sealed
  // Removed meanwhile.
  if (!sealed) return false
  const again = sealCredential(openCredential(sealed, owner, keys), owner, keys)
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${again} where id = ${owner}`.execute(trx)
  await recordAudit(trx, actor, { organizationId: organization, action: 'credential.reseal', target: owner })
  return true
}

function placeOf(what: SealedPlace['what']): SealedPlace {
  const place = sealedPlaces.find((one) => one.what === what)
  if (!place) throw new Error(`Nothing sealed is called ${what}.`)
  return place
}
