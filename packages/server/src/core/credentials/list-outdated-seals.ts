import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type CredentialKeys, keyIdLength, keyIdOf } from './credential-keys.ts'
import { openCredential } from './open-credential.ts'

/** Everything that is kept sealed, and whose it is. */
export const sealedPlaces = [
  { what: 'git credential', table: 'project', column: 'credential' },
  { what: 'model key', table: 'project', column: 'model_credential' },
  { what: 'sign-in codes', table: 'person', column: 'totp_secret' },
] as const

export type SealedPlace = (typeof sealedPlaces)[number]

export interface OutdatedSeal {
  what: SealedPlace['what']
  /** The project or person that it belongs to. */
  owner: string
  organization: string | null
  /** Names the key that sealed it: the start of the SHA-256 of its bytes. */
  keyId: string
  /** Whether a configured key opens it. */
  opens: boolean
}

/** What was sealed with any key but the newest one: as long as there is such a thing, its key must stay. */
export async function listOutdatedSeals(db: Kysely<Tables>, keys: CredentialKeys): Promise<OutdatedSeal[]> {
  const found = await Promise.all(sealedPlaces.map((place) => listOf(db, place, keys)))
  return found.flat()
}

/** The key's id stands behind the one byte that names the format. */
async function listOf(db: Kysely<Tables>, { what, table, column }: SealedPlace, keys: CredentialKeys) {
  const keyId = sql`substring(${sql.ref(column)} from 2 for ${sql.lit(keyIdLength)})`
  const organization = table === 'project' ? sql.ref('organization_id') : sql`null`
  const { rows } = await sql<{ owner: string; organization: string | null; keyId: string; sealed: Buffer }>`
    select id as owner, ${organization} as organization, encode(${keyId}, 'hex') as "keyId", ${sql.ref(column)} as sealed
    from ${sql.table(table)} where ${sql.ref(column)} is not null and ${keyId} <> ${keyIdOf(keys.current)}
    order by id`.execute(db)
  return rows.map(({ sealed, ...row }) => ({ what, ...row, opens: canOpen(sealed, row.owner, keys) }))
}

function canOpen(sealed: Buffer, owner: string, keys: CredentialKeys): boolean {
  try {
    openCredential(sealed, owner, keys)
    return true
  } catch {
    return false
  }
}
