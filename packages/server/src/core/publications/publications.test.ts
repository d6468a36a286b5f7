import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endRunning, type Owner, plantDomain, plantRunning } from '../../../testing/core/exports/plant-publications.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { migrateEngine } from '../../engine/migrate-engine.ts'
import { operatorScope } from '../access/scope.ts'
import { operator } from '../audit/record-audit.ts'
import { expireExport } from '../exports/cleanup/expire-export.ts'
import { findPublishedBundle } from '../exports/run/find-published-bundle.ts'
import { deleteProject } from '../projects/delete-project.ts'
import { updateProject } from '../projects/update-project.ts'
import { findVisibleDomain, readCurrent } from './hold-domain.ts'
import { listPublications } from './list-publications.ts'
import { pinDomain, unpinDomain } from './pin-domain.ts'
import { publishExport } from './publish-export.ts'
import { rollBack } from './roll-back.ts'

let database: TestDatabase
let tenant: Owner
beforeAll(async () => {
  database = await createTestDatabase()
  await migrateEngine(database.url)
})
beforeEach(async () => {
  tenant = await plantDomain(database.db)
})
afterAll(() => database.close())

type Wanted = Parameters<typeof plantRunning>[2]
const run = (wanted?: Wanted) => plantRunning(database.pool, tenant, wanted)
const end = (id: string, retentionDays = 0) => endRunning(database.db, id, retentionDays)
const complete = async (wanted?: Wanted, retentionDays = 0) => end(await run(wanted), retentionDays)
const caller = () => ({ organization_id: tenant.organizationId, project_ids: null, limits: {} })
const of = () => ({ caller: caller(), domain: tenant.domain, actor: operator })
const publish = (exportId: string, pin?: string) => publishExport(database.db, { ...of(), exportId, pin })
const back = (exportId?: string) =>
  rollBack({ db: database.db, compare: async () => [] }, { ...of(), exportId, idempotencyKey: undefined })
const current = async () =>
  (await readCurrent(database.db, await findVisibleDomain(database.db, caller(), tenant.domain))).jobId
const history = async () =>
  (await listPublications(database.db, { caller: caller(), domain: tenant.domain, limit: 100 })).publications

async function actions(): Promise<string[]> {
  const text = `select action from audit where organization_id = $1 and action like 'domain.%' and target <> $2 order by id`
  const { rows } = await database.pool.query(text, [tenant.organizationId, tenant.domain])
  return rows.map(({ action }) => action)
}

describe('what becomes current by itself', () => {
  test('a full export of the production branch, with its history and an audit row', async () => {
    const [first, second] = [await complete({ startedAt: -2 }), await complete({ startedAt: -1, ref: 'main' })]
    expect(await current()).toBe(second)
    expect(await history()).toMatchObject([
      { jobId: second, cause: 'export', publishedBy: 'service', available: true },
      { jobId: first, cause: 'export' },
    ])
    expect(await actions()).toEqual(['domain.publish', 'domain.publish'])
  })

  test.each<[string, Wanted]>([
    ['an export of some pages', { paths: ['index'] }],
    ['an export of another branch', { ref: 'next' }],
    ['an export of a commit', { ref: 'c'.repeat(40) }],
  ])('%s never, neither on top of another nor as the first', async (_, wanted) => {
    await complete(wanted)
    expect(await current()).toBeNull()
    const whole = await complete()
    await complete({ ...wanted, startedAt: 1 })
    expect(await current()).toBe(whole)
    expect(await history()).toHaveLength(1)
  })

  test('the branch counts that the export began with, and that the project has when it completes', async () => {
    const id = await run()
    await database.pool.query(`update export set ref = 'main' where id = $1`, [id])
    const policy = { allowedHosts: [] }
    await updateProject(database.db, operatorScope, tenant.projectId, { branch: 'docs' }, operator, policy)
    await end(id)
    expect(await current()).toBeNull()
  })

  test('an older export that finishes later does not replace a newer one', async () => {
    const [older, newer] = [await run({ startedAt: -2 }), await run({ startedAt: -1 })]
    await end(newer)
    await end(older)
    expect(await current()).toBe(newer)
  })

  test('of fifty that complete at once, in whatever order, the one that was started last', async () => {
    const ids = []
    for (let each = 0; each < 50; each++) ids.push(await run({ startedAt: each - 100 }))
    await Promise.all(ids.toSorted().map((id) => end(id)))
    expect(await current()).toBe(ids.at(-1))
  })

  test('what is under way when somebody rolls back does not undo it; what is started later replaces it', async () => {
    const first = await complete({ startedAt: -3 })
    await complete({ startedAt: -2 })
    const underWay = await run({ startedAt: -1 })
    await back()
    await end(underWay)
    expect(await current()).toBe(first)
    const later = await complete({ startedAt: 1 })
    expect(await current()).toBe(later)
  })

  test('what is under way when somebody publishes something older than it replaces that', async () => {
    const preview = await complete({ startedAt: -3, ref: 'next' })
    const underWay = await run({ startedAt: -1 })
    await publish(preview)
    expect(await current()).toBe(preview)
    await end(underWay)
    expect(await current()).toBe(underWay)
  })

  test('while it is pinned nothing does, and unpinning publishes nothing by itself', async () => {
    const pinned = await complete({ startedAt: -3 })
    await pinDomain(database.db, { ...of(), reason: 'the launch' })
    await complete({ startedAt: -2 })
    expect(await current()).toBe(pinned)
    await unpinDomain(database.db, of())
    expect(await current()).toBe(pinned)
    const next = await complete({ startedAt: -1 })
    expect(await current()).toBe(next)
  })

  test('an export of a domain that was removed meanwhile ends well', async () => {
    const id = await run()
    await database.pool.query('delete from domain where name = $1', [tenant.domain])
    await end(id)
    expect((await database.pool.query('select status from export where id = $1', [id])).rows).toEqual([
      { status: 'completed' },
    ])
  })
})

describe('by a person', () => {
  test('any completed export is published, once, and audited once', async () => {
    const preview = await complete({ ref: 'next', paths: ['index'] })
    await Promise.all([publish(preview), publish(preview)])
    expect(await history()).toMatchObject([{ jobId: preview, cause: 'publish', publishedBy: 'operator' }])
    expect(await actions()).toEqual(['domain.publish'])
  })

  test('each roll back goes one further, never forth, until there is nothing to go back to', async () => {
    const ids = []
    for (let each = 0; each < 4; each++) ids.push(await complete({ startedAt: each - 10 }))
    const seen = []
    for (let each = 0; each < 3; each++) seen.push((await back()).answer.jobId)
    expect(seen).toEqual(ids.slice(0, 3).toReversed())
    await expect(back()).rejects.toMatchObject({ code: 'nothing_to_roll_back_to' })
    await back(ids[2])
    expect(await current()).toBe(ids[2])
  })

  test('a roll back skips exports with the content that is live', async () => {
    const contents = ['a', 'b', 'a', 'c', 'c', 'c']
    const ids: string[] = []
    for (const [at, content] of contents.entries()) ids.push(await complete({ startedAt: at - 10, content }))
    const seen = []
    for (let each = 0; each < 3; each++) {
      const { answer } = await back()
      seen.push([answer.replaced?.jobId, answer.jobId])
    }
    expect(seen).toEqual([
      [ids[5], ids[2]],
      [ids[2], ids[1]],
      [ids[1], ids[0]],
    ])
  })

  test('a roll back returns to what was live before, and not to what was rolled back earlier', async () => {
    const good = await complete({ startedAt: -5 })
    const preview = await complete({ startedAt: -4, ref: 'next' })
    await publish(preview)
    expect((await back()).answer.jobId).toBe(good)
    await database.pool.query(`update domain set follows_after = now() - interval '1 hour' where name = $1`, [
      tenant.domain,
    ])
    const bad = await complete({ startedAt: -1 })
    expect(await current()).toBe(bad)
    expect((await back()).answer).toMatchObject({ jobId: good, replaced: { jobId: bad } })
    await expect(back()).rejects.toMatchObject({ code: 'nothing_to_roll_back_to' })
  })

  test('a roll back undoes the publication of an older export', async () => {
    const [older, live] = [await complete({ startedAt: -5 }), await complete({ startedAt: -4 })]
    await publish(older)
    expect((await back()).answer).toMatchObject({ jobId: live, replaced: { jobId: older } })
  })

  test('a roll back that would change nothing is refused, says why, and leaves no publication and no audit row', async () => {
    const ids = []
    for (let each = 0; each < 3; each++) ids.push(await complete({ startedAt: each - 10, content: 'same' }))
    const message = new RegExp(`${tenant.domain} is at ccccccc, and all earlier exports .* have the same content`)
    await expect(back()).rejects.toMatchObject({ code: 'nothing_to_roll_back_to', message })
    const same = { code: 'rollback_changes_nothing', message: /has the same content as se_.*nothing would change/ }
    await expect(back(ids[0])).rejects.toMatchObject(same)
    const live = { code: 'rollback_changes_nothing', message: /is live already/ }
    await expect(back(ids[2])).rejects.toMatchObject(live)
    expect([await current(), (await history()).length, (await actions()).length]).toEqual([ids[2], 3, 3])
    await pinDomain(database.db, { ...of(), reason: 'the launch' })
    await expect(back(ids[0])).rejects.toMatchObject({ code: 'domain_pinned' })
  })

  test('on a pinned domain it is refused with the reason, unless the pin moves too', async () => {
    const [first, second] = [await complete({ startedAt: -2 }), await complete({ startedAt: -1 })]
    await pinDomain(database.db, { ...of(), reason: 'the launch' })
    await expect(publish(first)).rejects.toMatchObject({ code: 'domain_pinned', message: /the launch/ })
    await expect(back()).rejects.toMatchObject({ code: 'domain_pinned' })
    expect(await current()).toBe(second)
    expect(await publish(first, 'the old one')).toMatchObject({ jobId: first, pin: { reason: 'the old one' } })
  })

  test('one that runs, has failed, is expired or of another domain is refused, and nothing changes', async () => {
    const whole = await complete({ startedAt: -9 })
    const running = await run()
    await expect(publish(running)).rejects.toMatchObject({ code: 'export_not_completed' })
    await database.pool.query(`update export set status = 'failed', error_code = 'x', error = 'x' where id = $1`, [
      running,
    ])
    await expect(publish(running)).rejects.toMatchObject({ code: 'export_failed' })
    const gone = await complete({ startedAt: -10 })
    await expireExport(database.db, gone, operator)
    await expect(publish(gone)).rejects.toMatchObject({ code: 'export_expired' })
    const elsewhere = await end(
      await plantRunning(database.pool, await plantDomain(database.db, tenant.organizationId)),
    )
    await expect(publish(elsewhere)).rejects.toMatchObject({ code: 'export_of_another_domain' })
    const hidden = await end(await plantRunning(database.pool, await plantDomain(database.db)))
    await expect(publish(hidden)).rejects.toMatchObject({ code: 'export_not_found' })
    expect([await current(), (await history()).length]).toEqual([whole, 1])
  })

  test('readers’ bundle is the current one, not the last one', async () => {
    const [first] = [await complete({ startedAt: -2 }), await complete({ startedAt: -1 })]
    await back()
    expect(await findPublishedBundle(database.db, tenant)).toMatchObject({
      key: `${first}/bundle.tar.gz`,
    })
  })
})

describe('files', () => {
  const row = async (id: string) => {
    const { rows } = await database.pool.query(
      `select round(extract(epoch from retained_until - now()) / 86400)::int as days,
        (select count(*)::int from export_remains where export_id = id and kind = 'files') as due from export where id = $1`,
      [id],
    )
    return rows[0]
  }

  test('of the current export are kept, and for the whole retention from when it is no longer current', async () => {
    const first = await complete({ startedAt: -2 }, 30)
    expect(await row(first)).toEqual({ days: null, due: 0 })
    const preview = await complete({ ref: 'next' }, 30)
    expect(await row(preview)).toEqual({ days: 30, due: 1 })
    const second = await complete({ startedAt: -1 }, 7)
    expect([await row(first), await row(second)]).toEqual([
      { days: 30, due: 1 },
      { days: null, due: 0 },
    ])
    await back()
    expect([await row(first), await row(second)]).toEqual([
      { days: null, due: 0 },
      { days: 7, due: 1 },
    ])
  })

  test('of the current export are expired only when the operator says that he means it', async () => {
    const id = await complete()
    await expect(expireExport(database.db, id, operator)).rejects.toThrow(/is the current export of .*--withdraw/)
    await expireExport(database.db, id, operator, { withdraw: true })
    expect(await current()).toBeNull()
    expect(await actions()).toEqual(['domain.publish', 'domain.withdraw'])
  })
})

test('a project is deleted while its exports complete and are published, and neither waits for ever', async () => {
  for (let round = 0; round < 5; round++) {
    const own = await plantDomain(database.db, tenant.organizationId)
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, at) => plantRunning(database.pool, own, { startedAt: at - 20 })),
    )
    const ended = ids.map((id) => end(id))
    const results = await Promise.allSettled([
      ...ended,
      deleteProject(database.db, operatorScope, own.projectId, operator),
    ])
    // An export that is gone cannot complete; anything else would be a deadlock.
    const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.name] : []))
    expect(failures.filter((name) => name !== 'StaleExport')).toEqual([])
  }
})
