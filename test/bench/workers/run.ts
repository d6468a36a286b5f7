import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { makeTenants, type Site } from '../../chaos/export-world.ts'
import { startOne } from '../../chaos/exports.ts'
import { countCompleted, followExports } from '../../chaos/follow-exports.ts'
import { openWorld, type World } from '../../chaos/open-world.ts'
import { startOwnPostgres } from '../../chaos/own-postgres.ts'
import { watchDatabase } from './watch-database.ts'

const maxConnections = 20

/**
 * `npm run bench -- workers --workers 20 --seconds 600 --exports 200`: what workers cost a Postgres of their own while they
 * have nothing to do and under a burst of small exports, and how soon one of them takes an export.
 */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      workers: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '60' },
      exports: { type: 'string', default: '20' },
      pickups: { type: 'string', default: '40' },
    },
  })
  const workers = Number(values.workers)
  await using postgres = await startOwnPostgres()
  await change(postgres.url, ["max_connections = '1000'", "shared_preload_libraries = 'pg_stat_statements'"])
  await postgres.crashAndRestart()
  console.log(`${workers} workers start …`)
  await using world = await openWorld({ workers, databaseUrl: postgres.url })
  await world.pool.query('create extension pg_stat_statements')
  const pids = world.fleet.workers.map(({ child }) => child.pid ?? 0)
  await using watch = await watchDatabase(world.service.env.DATABASE_URL ?? '', pids)
  await delay(5_000)

  console.log(`idle for ${values.seconds} s …`)
  const idle = await watch.during(() => delay(Number(values.seconds) * 1_000))
  const tenants = await makeTenants(world.service, 4)
  const start = (n: number, round: string) => {
    const tenant = tenants[n % tenants.length]
    if (!tenant) throw new Error('There is no organization to export for.')
    // Few enough pages that the machine is not what is measured.
    const site: Site = { ...tenant.sites[1], paths: tenant.sites[1].paths?.slice(0, 5) ?? [] }
    return startOne(world.service.url, tenant, site, `${round}-${n}`)
  }
  await followExports(world.service.url, [await start(0, 'first')])

  console.log(`${values.pickups} exports, one after the other …`)
  for (let n = 0; n < Number(values.pickups); n++) {
    await delay(Math.random() * 200)
    await followExports(world.service.url, [await start(n, 'pickup')])
  }
  const pickups = await readPickups(world)

  console.log(`${values.exports} exports at once …`)
  const before = await countChanges(world)
  const count = Number(values.exports)
  const burst = await watch.during(async () => {
    const started = await Promise.all(Array.from({ length: count }, (_, n) => start(n, 'burst')))
    return countCompleted(await followExports(world.service.url, started))
  })
  const changes = (await countChanges(world)) - before
  const perWorker = Math.max(idle.connectionsOfWorkers, burst.connectionsOfWorkers) / workers
  console.log(
    JSON.stringify({
      workers,
      idleNodePercent: round(idle.nodePercent / workers),
      idlePostgresPercent: round(idle.postgresPercent / workers),
      idleStatementsPerSecond: round(idle.statementsPerSecond),
      idleConnections: idle.connectionsOfWorkers,
      pickupP50Ms: quantile(pickups, 0.5),
      pickupP95Ms: quantile(pickups, 0.95),
      exports: count,
      completed: burst.result,
      burstSeconds: round(burst.seconds),
      burstStatementsPerSecond: round(burst.statementsPerSecond),
      burstConnections: burst.connectionsOfWorkers,
      connectionsOfOneWorker: round(perWorker),
      notificationsPerSecond: round(burst.notifications / burst.seconds),
      notificationsOfOneChange: Number((burst.notifications / changes).toFixed(2)),
    }),
  )
  return burst.result === count && perWorker <= maxConnections
}

async function change(url: string, settings: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const setting of settings) await client.query(`alter system set ${setting}`)
  await client.end()
}

/** Milliseconds from the start of each export until a worker began it. */
async function readPickups({ pool }: World): Promise<number[]> {
  const { rows } = await pool.query<{ ms: number }>(
    `select extract(epoch from started_at - created_at)::float8 * 1000 as ms from export order by created_at offset 1`,
  )
  return rows.map(({ ms }) => ms)
}

async function countChanges({ pool }: World): Promise<number> {
  const { rows } = await pool.query<{ changes: number }>('select sum(revision + 1)::int as changes from export')
  return rows[0]?.changes ?? 0
}

function quantile(values: number[], share: number): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN)
}

const round = (value: number) => Math.round(value * 10) / 10
