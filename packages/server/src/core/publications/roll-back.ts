import type { CurrentExport, PublicationCause, RollBackResult } from '@bindery/contract'
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

/** Goes back to an export, by default to the one whose other content was live before. */
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

interface PastPublication {
  exportId: string
  cause: PublicationCause
  isSame: boolean
  isStored: boolean
  live: string
}

// Some 7 months of hourly exports.
const maxPublications = 5_000

async function findPreviousContent(trx: Transaction<Tables>, held: HeldDomain): Promise<string> {
  const past = await listPast(trx, held)
  const found = past.find(({ isSame }) => !isSame)
  if (found) return found.exportId
  const { name } = held
  throw new AppError(
    'nothing_to_roll_back_to',
    past[0]
      ? `${name} is at ${past[0].live}, and all earlier exports that were current and are still stored have the same content, so a rollback would change nothing. Publish an export by its id, or export an earlier commit.`
      : `No earlier export of ${name} was current whose files are still stored. Publish an export by its id, or export an earlier commit.`,
  )
}

type Domain = Pick<HeldDomain, 'organization_id' | 'name' | 'current_export'>

/**
 * The export with other content that was live before the current one. Exports with the content that is live are skipped: a
 * schedule may have made many of them since the content that the caller wants back.
 */
export async function findPrevious(db: Kysely<Tables>, domain: Domain): Promise<string | undefined> {
  return (await listPast(db, domain)).find(({ isSame }) => !isSame)?.exportId
}

/** What was live before the current export and is still stored, newest first. */
async function listPast(db: Kysely<Tables>, { organization_id, name, current_export }: Domain) {
  const { rows } = await sql<PastPublication>`
    select export.id as "exportId", publication.cause, ${isSameContent} as "isSame",
      (export.retained_until is null or export.retained_until > now()) as "isStored",
      coalesce(left(current.commit, 7), current.id) as live
    from publication join export on export.id = publication.export_id join export current on current.id = ${current_export}
    where publication.organization_id = ${organization_id} and publication.domain = ${name}
    order by publication.id desc limit ${maxPublications}`.execute(db)
  const [, ...past] = undoRollBacks(rows)
  return past.filter(({ isStored }) => isStored)
}

/**
 * What was live, newest first, as if nothing that was rolled back had been published: a rollback continues where its export
 * was live before, so that a second one goes further back and never forth.
 */
function undoRollBacks(publications: readonly PastPublication[]): PastPublication[] {
  const past: PastPublication[] = []
  for (let at = 0; at < publications.length; at++) {
    const one = publications[at] as PastPublication
    const isBefore = ({ exportId }: PastPublication, place: number) => place > at && exportId === one.exportId
    const before = one.cause === 'rollback' ? publications.findIndex(isBefore) : -1
    if (before === -1) past.push(one)
    else at = before - 1
  }
  return past
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
