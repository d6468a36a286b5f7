import pg from 'pg'
import { cpuSecondsOf } from '../host/start-server.ts'

export interface Watched<Result> {
  result: Result
  seconds: number
  /** Percent of one core, all workers together. */
  nodePercent: number
  postgresPercent: number
  statementsPerSecond: number
  /** Maximum at one time, all workers together. */
  connectionsOfWorkers: number
  notifications: number
}

export interface DatabaseWatch extends AsyncDisposable {
  during<Result>(work: () => Promise<Result>): Promise<Watched<Result>>
}

const everyMs = 500
const channels = ['job_changed', 'dbos_notifications_channel', 'dbos_workflow_events_channel']

/** Watches a Postgres that only this service uses, from one connection of its own. */
export async function watchDatabase(databaseUrl: string, workers: readonly number[]): Promise<DatabaseWatch> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench-watch' })
  await client.connect()
  let notifications = 0
  client.on('notification', () => {
    notifications += 1
  })
  for (const channel of channels) await client.query(`listen ${channel}`)
  const { rows } = await client.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  )
  const postmaster = rows[0]?.pid ?? 0

  async function read() {
    const { rows } = await client.query<{ statements: number }>(
      'select sum(calls)::float8 as statements from pg_stat_statements',
    )
    return {
      at: performance.now() / 1_000,
      node: workers.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
      postgres: cpuSecondsOf(postmaster),
      statements: rows[0]?.statements ?? 0,
      notifications,
    }
  }

  async function during<Result>(work: () => Promise<Result>): Promise<Watched<Result>> {
    const before = await read()
    let most = 0
    const timer = setInterval(async () => {
      const { rows } = await client.query<{ count: number }>(countConnections)
      most = Math.max(most, rows[0]?.count ?? 0)
    }, everyMs)
    const result = await work().finally(() => clearInterval(timer))
    const after = await read()
    const seconds = after.at - before.at
    return {
      result,
      seconds,
      nodePercent: ((after.node - before.node) / seconds) * 100,
      postgresPercent: ((after.postgres - before.postgres) / seconds) * 100,
      statementsPerSecond: (after.statements - before.statements) / seconds,
      connectionsOfWorkers: most,
      notifications: after.notifications - before.notifications,
    }
  }

  return { during, [Symbol.asyncDispose]: () => client.end() }
}

/** Without the connections of the API, of the suite and of this file. */
const countConnections = `
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name not in ('bindery-api', 'bindery-watch', 'bench-watch', '')`
