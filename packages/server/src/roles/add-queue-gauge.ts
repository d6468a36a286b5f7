import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { countQueues } from '../core/operator/count-queues.ts'
import type { Tables } from '../db/tables.ts'
import { queueNames } from '../engine/settings.ts'

// Shorter than the 15 s between two questions of an autoscaler, and many API processes may be asked at once.
const freshMs = 5_000

/**
 * What autoscalers go by. The figure is the installation's, the same from every API process. A queue where nothing waits
 * says 0; if the database does not answer there is no figure, since an old one would be taken for true.
 */
export function addQueueGauge(registry: Registry, db: Kysely<Tables>, now: () => number = Date.now): void {
  let countedAt = Number.NEGATIVE_INFINITY
  new Gauge({
    name: 'bindery_queue_waiting',
    help: 'Jobs and chunks that wait for a worker, in the whole installation, by queue.',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      if (now() - countedAt < freshMs) return
      countedAt = now()
      const depths = await countQueues(db).catch(() => null)
      if (depths === null) return this.reset()
      const waiting = new Map(depths.map(({ name, waiting }) => [name, waiting]))
      for (const queue of Object.values(queueNames)) this.set({ queue }, waiting.get(queue) ?? 0)
    },
  })
}
