import { hkdfSync } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { CredentialKeys } from '../credentials/credential-keys.ts'

/**
 * The key that signs the addresses of previews. Where the operator has set a key for credentials it goes in too: a copy of
 * the database alone then makes no address.
 */
export async function readPreviewKey(db: Kysely<Tables>, credentials: CredentialKeys | undefined): Promise<Buffer> {
  const { secret } = await db.selectFrom('preview_secret').select('secret').executeTakeFirstOrThrow()
  return Buffer.from(hkdfSync('sha256', secret, credentials?.current ?? Buffer.alloc(0), 'bindery preview', 32))
}
