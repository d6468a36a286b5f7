import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** The figures of this process, for the internal port. */
export function createRegistry(pool: pg.Pool): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'bindery_database_connections',
    help: 'Connections to the database by state; `waiting` are requests without one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  return registry
}
