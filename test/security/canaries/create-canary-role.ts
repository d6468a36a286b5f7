import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { readServices } from '../../../deploy/local/read-services.ts'

export interface CanaryRole extends AsyncDisposable {
  password: string
  /** Of the database of that name, opened with this role. */
  databaseUrl: string
}

/** The password of local services is a word that stands everywhere; the service under test gets one that can be told. */
export async function createCanaryRole(database: string): Promise<CanaryRole> {
  const url = new URL(readServices().DATABASE_URL ?? '')
  const owner = decodeURIComponent(url.username)
  const run = (sql: string) => runOnce(url.href, sql)
  const name = `canary_${randomBytes(6).toString('hex')}`
  const password = `canary-${randomBytes(16).toString('hex')}`
  await run(`create role ${name} login password '${password}' in role "${owner}"`)
  // What it makes belongs to the owner, so the role can go again.
  await run(`alter role ${name} set role "${owner}"`)
  const databaseUrl = Object.assign(new URL(url), { username: name, password, pathname: `/${database}` }).href
  return { password, databaseUrl, [Symbol.asyncDispose]: () => run(`drop role ${name}`) }
}

async function runOnce(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
