import pg from 'pg'
import { type Service, type ServiceOptions, startService } from '../../deploy/local/start-service.ts'
import { Fleet } from './fleet.ts'

/** A service of its own, with eyes on its database and hands on its workers. */
export interface World extends AsyncDisposable {
  service: Service
  pool: pg.Pool
  fleet: Fleet
}

/** What a suite found: figures for the last line, and whether they keep the promise. */
export interface Outcome {
  figures: Record<string, number | null>
  isKept: boolean
}

// Quotas that do not get in the way.
const limits = { BINDERY_LIMIT_EXPORT_STARTS_PER_HOUR: '1000000', BINDERY_LIMIT_REQUESTS_PER_MINUTE: '10000000' }

interface WorldOptions extends ServiceOptions {
  workers: number
  /** Where its database is made, when that is not the local Postgres. */
  databaseUrl?: string
}

export async function openWorld({ workers, databaseUrl, ...options }: WorldOptions): Promise<World> {
  if (databaseUrl) process.env.DATABASE_URL = databaseUrl
  const service = await startService({ ...options, env: { ...limits, ...options.env }, workers: 0 })
  if (databaseUrl) delete process.env.DATABASE_URL
  const pool = new pg.Pool({ connectionString: service.env.DATABASE_URL ?? '', max: 4 })
  pool.on('error', () => {})
  const fleet = new Fleet(service)
  const world: World = {
    service,
    pool,
    fleet,
    async [Symbol.asyncDispose]() {
      await pool.end()
      await service.stop()
    },
  }
  try {
    for (let i = 0; i < workers; i++) await fleet.grow()
  } catch (error) {
    await world[Symbol.asyncDispose]()
    throw error
  }
  return world
}
