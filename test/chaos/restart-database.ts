import { setTimeout as delay } from 'node:timers/promises'
import { makeTenants } from './export-world.ts'
import {
  countCompleted,
  countCorrupt,
  type Ended,
  exportUndisturbed,
  followExports,
  startNth,
} from './follow-exports.ts'
import { type Outcome, openWorld } from './open-world.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'

/** Promise 2: the database crashes and comes back while exports run. Workers end with it and are started again. */
export async function restartDatabase(wanted: { restarts: number; exports: number }): Promise<Outcome> {
  await using database = await startOwnPostgres()
  await using world = await openWorld({ workers: 2, databaseUrl: database.url })
  const { service, fleet, pool } = world
  const tenants = await makeTenants(service, 2)
  const expected = await exportUndisturbed(service.url, tenants, wanted.exports)
  const ending = new AbortController()
  const keepingUp = fleet.keepUp(ending.signal)
  const started = await Promise.all(Array.from({ length: wanted.exports }, (_, i) => startNth(service.url, tenants, i)))
  const ended: Ended = new Map()
  const [, outages] = await Promise.all([
    followExports(service.url, started, ended),
    crashOften(database, wanted, ended),
  ])
  ending.abort()
  await keepingUp
  const { rows } = await pool.query('select count(*)::int as rows from export')
  const completed = countCompleted(ended)
  const figures = {
    exports: started.length,
    pgRestarts: outages.length,
    completed,
    lost: started.length - completed,
    duplicates: rows[0].rows - started.length - expected.size,
    corrupt: await countCorrupt(service.url, started, ended, expected),
    longestOutageSeconds: Number(Math.max(0, ...outages).toFixed(2)),
  }
  return { figures, isKept: figures.lost + figures.duplicates + figures.corrupt === 0 }
}

/** Spread evenly over the work: the next one comes when its share of the exports has ended. */
async function crashOften(
  database: OwnPostgres,
  wanted: { restarts: number; exports: number },
  ended: Ended,
): Promise<number[]> {
  const outages: number[] = []
  for (let i = 0; i < wanted.restarts; i++) {
    while (ended.size < (i / (wanted.restarts + 1)) * wanted.exports) await delay(20)
    await delay(Math.random() * 1_000)
    const began = performance.now()
    await database.crashAndRestart()
    outages.push((performance.now() - began) / 1000)
    console.log(`crash ${i + 1}: back after ${outages.at(-1)?.toFixed(2)} s, ${ended.size} exports had ended`)
  }
  return outages
}
