import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { makeTenants } from './export-world.ts'
import { type StartedExport, startOne } from './exports.ts'
import {
  countCompleted,
  countCorrupt,
  type Ended,
  exportUndisturbed,
  followExports,
  startNth,
} from './follow-exports.ts'
import { type Outcome, openWorld } from './open-world.ts'
import { startOwnPostgres } from './own-postgres.ts'

const maxSeconds = 30

/** The primary of a database with a synchronous standby is lost while exports run, and the standby takes its place. */
export async function promoteStandby({ exports: count }: { exports: number }): Promise<Outcome> {
  await using primary = await startOwnPostgres()
  await using line = await openLine(primary.url)
  await using world = await openWorld({ workers: 2, databaseUrl: line.url })
  const { service, fleet } = world
  await using standby = await primary.startStandby()
  await requireStandby(primary.url)
  const tenants = await makeTenants(service, 2)
  const expected = await exportUndisturbed(service.url, tenants, count)
  const ending = new AbortController()
  const keepingUp = fleet.keepUp(ending.signal)
  const started = await Promise.all(Array.from({ length: count }, (_, n) => startNth(service.url, tenants, n)))
  const ended: Ended = new Map()
  const following = followExports(service.url, started, ended)
  while (ended.size < count / 4) await delay(20)

  const endedBefore = ended.size
  const began = performance.now()
  await primary.crash()
  await standby.promote()
  line.turnTo(standby.url)
  const late = await startLate(service.url, tenants)
  while (ended.size === endedBefore) await delay(20)
  const outageSeconds = (performance.now() - began) / 1_000
  await following
  const lateEnded = await followExports(service.url, [late])
  ending.abort()
  await keepingUp
  const completed = countCompleted(ended)
  const figures = {
    exports: count,
    endedBefore,
    completed,
    lost: count - completed,
    lateCompleted: countCompleted(lateEnded),
    corrupt: await countCorrupt(service.url, started, ended, expected),
    outageSeconds: Number(outageSeconds.toFixed(1)),
  }
  const isWhole = figures.lost === 0 && figures.lateCompleted === 1 && figures.corrupt === 0
  return { figures, isKept: isWhole && outageSeconds < maxSeconds }
}

/** An export that is started while the database changes hands. */
function startLate(url: string, tenants: Awaited<ReturnType<typeof makeTenants>>): Promise<StartedExport> {
  const [tenant] = tenants
  if (!tenant) throw new Error('There is no organization to export for.')
  return startOne(url, tenant, tenant.sites[1], 'late')
}

/** Makes commits wait for the standby. */
async function requireStandby(primaryUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: primaryUrl })
  await client.connect()
  await client.query(`alter system set synchronous_standby_names = '*'`)
  await client.query('select pg_reload_conf()')
  const text = `select 1 from pg_stat_replication where sync_state = 'sync'`
  while ((await client.query(text)).rows.length === 0) await delay(50)
  await client.end()
}

/** Address that forwards to one server and then to another, like the name of a database that fails over. */
async function openLine(url: string) {
  const sockets = new Set<Socket>()
  let target = new URL(url)
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = new URL(url)
  own.port = String((server.address() as AddressInfo).port)
  return {
    url: own.href,
    turnTo(next: string) {
      target = new URL(next)
      for (const socket of sockets) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
