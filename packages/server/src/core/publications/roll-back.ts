import type { CurrentExport, RollBackResult } from '@bindery/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../app-error.ts'
import { type CompareBundles, listChanges } from '../exports/changes/list-changes.ts'
import { oncePerKey } from '../idempotency/once-per-key.ts'
import { type HeldDomain, holdDomain } from './hold-domain.ts'
import { makeCurrent, type PublishRequest } from './publish-export.ts'

interface RollBackRequest extends Omit<PublishRequest, 'exportId'> {
  /** Undefined for the previous content. */
  exportId: string | undefined
  idempotencyKey: string | undefined
}

interface RollBackDeps {
  db: Kysely<Tables>
  compare: CompareBundles
}

/** The rollback takes effect before the pages are counted: a slow comparison costs the figure, not the time to recover. */
const maxCountMs = 2_000

/** Goes back to an export, by default to the newest earlier one with other content. */
export async function rollBack(
  deps: RollBackDeps,
  request: RollBackRequest,
): Promise<{ answer: RollBackResult; replayed: boolean }> {
  const { answer, replayed } = await changeCurrent(deps.db, request)
  return { answer: { ...answer, pageChanges: await countChanges(deps, request, answer) }, replayed }
}

type Changed = Omit<RollBackResult, 'pageChanges'>

function changeCurrent(db: Kysely<Tables>, request: RollBackRequest) {
  const { caller, domain, exportId, pin, idempotencyKey } = request
  return db.transaction().execute(async (trx) => {
    const held = await holdDomain(trx, caller, domain)
    const once = {
      organizationId: caller.organization_id,
      key: idempotencyKey,
      operation: 'rollBack',
      body: { domain: held.name, exportId, pin },
    }
    return oncePerKey(trx, once, async (): Promise<Changed> => {
      const replaced = await readReplaced(trx, held)
      const target = exportId ?? (await findPreviousContent(trx, held))
      const expectChange = () => expectOtherContent(trx, held, target)
      const current = await makeCurrent(
        trx,
        held,
        { ...request, exportId: target },
        { cause: 'rollback', expectChange },
      )
      return { ...current, replaced }
    })
  })
}

async function readReplaced(trx: Transaction<Tables>, { current_export }: HeldDomain): Promise<Changed['replaced']> {
  const row = await trx
    .selectFrom('export')
    .select(['id as jobId', 'version', 'commit'])
    .where('id', '=', current_export)
    .executeTakeFirst()
  return row ?? null
}

const isSameContent = sql<boolean>`coalesce(export.content_digest = current.content_digest, false)`

/**
 * The newest export with other content that was current and was started before the current one. Exports with the content
 * that is live are skipped: a schedule may have made many of them since the content that the caller wants back.
 */
async function findPreviousContent(trx: Transaction<Tables>, { organization_id, name, current_export }: HeldDomain) {
  const { rows } = await sql<{ id: string; isSame: boolean; live: string }>`
    select export.id, ${isSameContent} as "isSame", coalesce(left(current.commit, 7), current.id) as live
    from publication join export on export.id = publication.export_id join export current on current.id = ${current_export}
    where publication.organization_id = ${organization_id} and publication.domain = ${name}
      and (export.retained_until is null or export.retained_until > now())
      and (export.created_at, export.id) < (current.created_at, current.id)
    order by ${isSameContent}, export.created_at desc, export.id desc limit 1`.execute(trx)
  const [found] = rows
  if (found && !found.isSame) return found.id
  throw new AppError(
    'nothing_to_roll_back_to',
    found
      ? `${name} is at ${found.live}, and all earlier exports that were current and are still stored have the same content, so a rollback would change nothing. Publish an export by its id, or export an earlier commit.`
      : `No earlier export of ${name} was current whose files are still stored. Publish an export by its id, or export an earlier commit.`,
  )
}

async function expectOtherContent(
  trx: Transaction<Tables>,
  { name, current_export }: HeldDomain,
  target: string,
): Promise<void> {
  const { rows } = await sql<{ live: string; isLive: boolean }>`
    select coalesce(left(current.commit, 7), current.id) as live, current.id = export.id as "isLive"
    from export join export current on current.id = ${current_export}
    where export.id = ${target} and (export.id = current.id or ${isSameContent})`.execute(trx)
  const [same] = rows
  if (!same) return
  const why = same.isLive ? `${target} is live already` : `${target} has the same content as ${current_export}`
  throw new AppError(
    'rollback_changes_nothing',
    `${name} is at ${same.live}, and ${why}, so nothing would change. Name an export with other content, or none to return to the previous content. To keep what is live, pin the domain.`,
  )
}

async function countChanges(
  deps: RollBackDeps,
  { caller }: RollBackRequest,
  { jobId, replaced }: CurrentExport & Pick<RollBackResult, 'replaced'>,
): Promise<RollBackResult['pageChanges']> {
  if (jobId === null || replaced === null) return null
  const request = { caller, exportId: jobId, since: replaced.jobId, limit: 0, cursor: 0 }
  const timeout = Promise.withResolvers<null>()
  const timer = setTimeout(() => timeout.resolve(null), maxCountMs)
  try {
    // Whatever keeps the two from being compared, the rollback is done.
    const counted = listChanges(deps, request).then(
      ({ counts }) => counts,
      () => null,
    )
    return await Promise.race([counted, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
