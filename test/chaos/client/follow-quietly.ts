import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@bindery/client'
import { makeTenants } from '../export-world.ts'
import { type Outcome, openWorld } from '../open-world.ts'
import { startProxy } from './start-proxy.ts'

/** One to see it, one for each half minute, and what a job that ends in between may need. */
const mostRequests = (seconds: number) => Math.ceil(seconds / 30) + 3

/** Waits for the end of a job that takes so many seconds, most of which it spends in the queue: no worker is there. */
export async function followQuietly({ seconds }: { seconds: number }): Promise<Outcome> {
  await using world = await openWorld({ workers: 0 })
  const [tenant] = await makeTenants(world.service, 1)
  if (!tenant) throw new Error('There is no organization.')
  const direct = createClient({ url: world.service.url, apiKey: tenant.key })
  const { jobId } = await direct.exports.start({ domain: tenant.sites[0].domain })
  await using proxy = await startProxy(world.service.url)
  const client = createClient({ url: proxy.url, apiKey: tenant.key })
  const began = performance.now()
  const [job] = await Promise.all([
    client.exports.waitForEnd(jobId),
    delay(seconds * 1_000).then(() => world.fleet.grow()),
  ])
  const figures = {
    seconds: Math.round((performance.now() - began) / 1_000),
    requests: proxy.requests(),
    completed: job.status === 'completed' ? 1 : 0,
  }
  return { figures, isKept: figures.completed === 1 && figures.requests <= mostRequests(figures.seconds) }
}
