import pg from 'pg'
import { expect, test } from 'vitest'
import { findDatabaseUrl } from '../../testing/db/find-database-url.ts'
import { explainDatabaseRefusal } from './explain-refusal.ts'

/** What the client throws. */
async function refuse(change: (url: URL) => void): Promise<Error> {
  const url = new URL(findDatabaseUrl())
  change(url)
  const client = new pg.Client({ connectionString: url.href })
  try {
    await client.connect()
    return new Error('The connection was accepted.')
  } catch (error) {
    return error as Error
  } finally {
    // Without a password the client gives up and stays connected: until Postgres does so too, a minute later, no database
    // of any test can be dropped.
    await client.end()
  }
}

test('a database or a user that Postgres does not have is explained in a sentence', async () => {
  const database = await refuse((url) => {
    url.pathname = '/no_such_database'
  })
  expect(explainDatabaseRefusal(database)).toMatch(
    /^Postgres refused the connection: .*no_such_database.*DATABASE_URL\.$/,
  )
  const user = await refuse((url) => {
    url.username = 'no_such_user'
  })
  expect(explainDatabaseRefusal(user)).toMatch(/^Postgres refused the connection: .*no_such_user/)
})

test('a wrong password and a missing one are explained', async () => {
  const wrong = await refuse((url) => {
    url.password = 'wrong'
  })
  expect(explainDatabaseRefusal(wrong)).toContain('password authentication failed')
  const missing = await refuse((url) => {
    url.password = ''
  })
  expect(explainDatabaseRefusal(missing)).toBe('Postgres asks for a password, and DATABASE_URL has none that fits.')
})

test('other errors are not taken for a refusal', () => {
  expect(explainDatabaseRefusal(Object.assign(new Error('no table'), { code: '42P01' }))).toBeUndefined()
  expect(explainDatabaseRefusal(new Error('other'))).toBeUndefined()
})
