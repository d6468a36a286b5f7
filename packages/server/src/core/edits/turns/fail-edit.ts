import type { Kysely } from 'kysely'
import type { EditUsage, Tables } from '../../../db/tables.ts'
import type { EditErrorCode } from '../edit-failure.ts'
import { redactSecrets } from '../redact-secrets.ts'
import { endTurn, readEnd } from './end-turn.ts'
import { type EditTurn, holdTurn } from './hold-turn.ts'

interface Failure {
  code: EditErrorCode
  message: string
  usage?: EditUsage
}

/** Ends a turn as failed; doing it again changes nothing. */
export async function failEdit(
  db: Kysely<Tables>,
  turn: EditTurn,
  { code, message, usage }: Failure,
  secrets: readonly string[] = [],
): Promise<void> {
  const error = redactSecrets(message, secrets)
  await db.transaction().execute(async (trx) => {
    if ((await readEnd(trx, turn))?.errorCode === code) return
    const held = await holdTurn(trx, turn)
    await endTurn(trx, held, {
      move: { move: 'fail', errorCode: code, error },
      body: { errorCode: code, error },
      usage,
    })
  })
}
