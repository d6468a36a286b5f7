import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../app-error.ts'
import { oncePerKey } from '../idempotency/once-per-key.ts'
import type { MadeKey } from './create-key.ts'

/**
 * A key is shown in the answer to the form that made it, and a reload sends the form again. What is remembered of a
 * form that was sent is the new key's id, never the key: the second time nothing is made, and nothing comes back.
 */
export async function makeKeyOnce(
  db: Kysely<Tables>,
  { organizationId, formKey }: { organizationId: string; formKey: string },
  make: (trx: Transaction<Tables>) => Promise<MadeKey>,
): Promise<MadeKey | undefined> {
  const form = { organizationId, key: formKey, operation: 'makeKey', body: null }
  let made: MadeKey | undefined
  const sending = db.transaction().execute((trx) =>
    oncePerKey(trx, form, async () => {
      made = await make(trx)
      return { id: made.id }
    }),
  )
  await sending.catch((error: unknown) => {
    // A double click: the first of the two is being answered.
    if (!(error instanceof AppError && error.code === 'idempotency_in_flight')) throw error
  })
  return made
}
