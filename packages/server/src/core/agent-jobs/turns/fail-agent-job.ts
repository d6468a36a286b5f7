import type { Kysely } from 'kysely'
import type { AgentUsage, Tables } from '../../../db/tables.ts'
import type { AgentJobErrorCode } from '../agent-job-failure.ts'
import { redactSecrets } from '../redact-secrets.ts'
import { endTurn, readEnd } from './end-turn.ts'
import { type AgentJobTurn, holdTurn } from './hold-turn.ts'

interface Failure {
  code: AgentJobErrorCode
  message: string
  usage?: AgentUsage
}

/** Ends a turn as failed; doing it again changes nothing. */
export async function failAgentJob(
  db: Kysely<Tables>,
  turn: AgentJobTurn,
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
