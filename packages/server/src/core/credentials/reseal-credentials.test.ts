import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { turnOnCodes } from '../../../testing/core/people/app-codes.ts'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { operatorScope } from '../access/scope.ts'
import { operator } from '../audit/record-audit.ts'
import { defaultLimits } from '../limits/limits.ts'
import { useTotpCode } from '../people/codes/use-totp-code.ts'
import { createProject } from '../projects/create-project.ts'
import { setProjectModel } from '../projects/set-project-model.ts'
import type { CredentialKeys } from './credential-keys.ts'
import { listOutdatedSeals, sealedPlaces } from './list-outdated-seals.ts'
import { openCredential } from './open-credential.ts'
import { resealCredentials } from './reseal-credentials.ts'
import { sealCredential } from './seal-credential.ts'
import { setCredential } from './set-credential.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('delete from organization; delete from person'))

/** One of everything that is sealed. */
async function plantSealed(keys: CredentialKeys) {
  const { db } = database
  const organizationId = await plantOrganization(db)
  const request = {
    organizationId,
    name: 'Docs',
    repository: 'https://git.example.com/d.git',
    branch: 'main',
    docsPath: '',
  }
  const { id: projectId } = await createProject(db, request, operator, { allowedHosts: [] }, defaultLimits)
  await setCredential(
    db,
    operatorScope,
    { projectId, credential: { username: 'u', secret: 'git-token' } },
    operator,
    keys,
  )
  const model = { provider: 'anthropic', model: 'm' } as const
  const deps = { db, git: { allowedHosts: [] }, credentials: keys }
  await setProjectModel(deps, { projectId, organizationId, model, key: 'model-key' }, operator)
  const password = 'correct horse battery'
  const { id: personId } = await plantPerson(db, { password })
  const { codes, used } = await turnOnCodes(db, { personId, password }, keys)
  return { organizationId, projectId, personId, codes, used }
}

const makeKeys = (...previous: Buffer[]): CredentialKeys => ({ current: randomBytes(32), previous })

test('everything is sealed with the newest key, after which the older one is not needed', async () => {
  const { db } = database
  const old = makeKeys()
  const { organizationId, projectId, personId, codes, used } = await plantSealed(old)
  const both = makeKeys(old.current)
  const outdated = await listOutdatedSeals(db, both)
  expect(outdated).toMatchObject([
    { what: 'git credential', owner: projectId, organization: organizationId, opens: true },
    { what: 'model key', owner: projectId, organization: organizationId, opens: true },
    { what: 'sign-in codes', owner: personId, organization: null, opens: true },
  ])
  expect(JSON.stringify(outdated)).not.toMatch(/git-token|model-key/)
  expect(await resealCredentials(db, both, operator)).toEqual({ resealed: 3, left: 0 })
  const newest = { current: both.current, previous: [] }
  expect(await listOutdatedSeals(db, newest)).toEqual([])
  expect(await resealCredentials(db, newest, operator)).toEqual({ resealed: 0, left: 0 })

  const project = await db.selectFrom('project').selectAll().where('id', '=', projectId).executeTakeFirstOrThrow()
  expect(openCredential(project.credential!, projectId, newest)).toEqual({ username: 'u', secret: 'git-token' })
  expect(openCredential(project.model_credential!, projectId, newest)).toEqual({ secret: 'model-key' })
  // The step that was used stays used: a code is worth nothing a second time because of this.
  expect(await useTotpCode(db, { personId, code: used }, newest)).toBe(false)
  expect(await useTotpCode(db, { personId, code: codes.next() }, newest)).toBe(true)
  const { rows } = await database.pool.query(`select target from audit where action = 'credential.reseal' order by id`)
  expect(rows.map(({ target }) => target)).toEqual([projectId, projectId, personId])
})

test('what no configured key opens, or was tampered with, is named and left as it is', async () => {
  const { db } = database
  const [lost, old] = [makeKeys(), makeKeys()]
  const [unknown, tampered] = [await plantSealed(lost), await plantSealed(old)]
  await database.pool.query(
    'update project set credential = set_byte(credential, length(credential) - 1, get_byte(credential, length(credential) - 1) # 1) where id = $1',
    [tampered.projectId],
  )
  const keys = makeKeys(old.current)
  expect(await resealCredentials(db, keys, operator)).toEqual({ resealed: 2, left: 4 })
  const left = await listOutdatedSeals(db, keys)
  expect(left.map(({ opens }) => opens)).toEqual([false, false, false, false])
  expect(new Set(left.map(({ owner }) => owner))).toEqual(
    new Set([unknown.projectId, unknown.personId, tampered.projectId]),
  )
})

test('a code that is given while its secret is sealed anew counts, and once', async () => {
  const { db } = database
  const old = makeKeys()
  const both = makeKeys(old.current)
  const { personId, codes } = await plantSealed(old)
  // Held until the code has been compared, and let go with other bytes in the row.
  const { promise: sealedAnew, resolve: commit } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const resealing = db.transaction().execute(async (trx) => {
    const { totp_secret } = await trx
      .selectFrom('person')
      .select('totp_secret')
      .where('id', '=', personId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const again = sealCredential(openCredential(totp_secret!, personId, both), personId, both)
    await trx.updateTable('person').set({ totp_secret: again }).where('id', '=', personId).execute()
    hold()
    await sealedAnew
  })
  await held
  const code = codes.next()
  const uses = [1, 2].map(() => useTotpCode(db, { personId, code }, both))
  await untilTwoWait()
  commit()
  await resealing
  expect((await Promise.all(uses)).sort()).toEqual([false, true])
})

async function untilTwoWait(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while (((await database.pool.query(waiting)).rowCount ?? 0) < 2) await setTimeout(10)
}

/** It is mixed with the key and never encrypted with it: another key only ends the addresses that were handed out. */
const mixedWithKey = 'preview_secret.secret'

test('every column of bytes is a hash, is mixed with the key, or stands in the list of what is sealed', async () => {
  const { rows } = await database.pool.query<{ place: string }>(`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name not like '%hash' order by 1`)
  const sealed = sealedPlaces.map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ place }) => place)).toEqual([...sealed, mixedWithKey].sort())
})
