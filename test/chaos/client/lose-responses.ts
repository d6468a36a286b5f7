import type { IncomingMessage } from 'node:http'
import { createClient } from '@bindery/client'
import { mapAtOnce } from '../../support/map-at-once.ts'
import { makeTenants } from '../export-world.ts'
import { type Outcome, openWorld } from '../open-world.ts'
import { startProxy } from './start-proxy.ts'

/**
 * Starts whose response is lost: the service has made the job, and the connection is cut before the client hears of it. The
 * client sends the request again; there must be one job for each start.
 */
export async function loseResponses({ starts }: { starts: number }): Promise<Outcome> {
  await using world = await openWorld({ workers: 0 })
  const [tenant] = await makeTenants(world.service, 1)
  if (!tenant) throw new Error('There is no organization.')
  await using proxy = await startProxy(world.service.url, isFirstOfKey())
  let retries = 0
  const client = createClient({ url: proxy.url, apiKey: tenant.key, onRetry: () => void retries++ })
  const numbers = Array.from({ length: starts }, (_, i) => i)
  const jobs = await mapAtOnce(numbers, 20, () =>
    client.exports.start({ domain: tenant.sites[0].domain, version: 'lost' }),
  )
  const { rows } = await world.pool.query(`select count(*)::int as rows from export where requested_version = 'lost'`)
  const different = new Set(jobs.map(({ jobId }) => jobId)).size
  const figures = { starts, cut: proxy.cut(), retries, jobs: rows[0].rows, duplicates: rows[0].rows - starts }
  return { figures, isKept: figures.duplicates === 0 && different === starts && figures.cut >= starts }
}

/** Loses the first response to each new idempotency key. */
function isFirstOfKey(): (incoming: IncomingMessage) => boolean {
  const seen = new Set<unknown>()
  return ({ headers }) => {
    const key = headers['idempotency-key']
    const isFirst = key !== undefined && !seen.has(key)
    seen.add(key)
    return isFirst
  }
}
