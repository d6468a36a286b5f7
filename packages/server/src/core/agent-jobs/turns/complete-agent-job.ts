import type { Kysely } from 'kysely'
import type { AgentUsage, Tables } from '../../../db/tables.ts'
import { redactSecrets } from '../redact-secrets.ts'
import { endTurn, readEnd } from './end-turn.ts'
import { type AgentJobTurn, holdTurn } from './hold-turn.ts'

/** What a turn achieved. Null: it changed no file, and what earlier turns achieved stands. */
export interface AgentJobResult {
  prLink: string | null
  headCommit: string | null
  title: string
  summary: string
  /** Of this turn; the job shows those of all its turns. */
  changedFiles: readonly string[]
  usage: AgentUsage
}

/** Ends a turn well; doing it again changes nothing. */
export async function completeAgentJob(
  db: Kysely<Tables>,
  turn: AgentJobTurn,
  result: AgentJobResult,
  secrets: readonly string[] = [],
): Promise<void> {
  const { prLink, headCommit, usage, ...reported } = redactSecrets(result, secrets)
  await db.transaction().execute(async (trx) => {
    if ((await readEnd(trx, turn))?.status === 'completed') return
    const held = await holdTurn(trx, turn)
    await endTurn(trx, held, {
      move: { move: 'complete', prLink },
      body: { ...reported, prLink },
      usage,
      columns: {
        title: reported.title,
        summary: reported.summary,
        changed_files: [...new Set([...held.changed_files, ...reported.changedFiles])].sort(),
        head_commit: headCommit ?? held.head_commit,
      },
    })
  })
}
