import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createClient } from '@bindery/client'
import { mapAtOnce } from '../support/map-at-once.ts'
import { makeTenants } from './export-world.ts'
import { type Outcome, openWorld } from './open-world.ts'

/**
 * Starts whose response is lost: the service has made the job, and the connection is cut before the client hears of it. The
 * client sends the request again; there must be one job for each start.
 */
export async function loseResponses({ starts }: { starts: number }): Promise<Outcome> {
  await using world = await openWorld({ workers: 0 })
  const [tenant] = await makeTenants(world.service, 1)
  if (!tenant) throw new Error('There is no organization.')
  await using line = await startCuttingProxy(world.service.url)
  let retries = 0
  const client = createClient({ url: line.url, apiKey: tenant.key, onRetry: () => void retries++ })
  const numbers = Array.from({ length: starts }, (_, i) => i)
  const jobs = await mapAtOnce(numbers, 20, () =>
    client.exports.start({ domain: tenant.sites[0].domain, version: 'lost' }),
  )
  const { rows } = await world.pool.query(`select count(*)::int as rows from export where requested_version = 'lost'`)
  const different = new Set(jobs.map(({ jobId }) => jobId)).size
  const figures = { starts, cut: line.cut(), retries, jobs: rows[0].rows, duplicates: rows[0].rows - starts }
  return { figures, isKept: figures.duplicates === 0 && different === starts && figures.cut >= starts }
}

/** Passes requests on; of each new idempotency key the first response is thrown away with its connection. */
async function startCuttingProxy(target: string) {
  const seen = new Set<string>()
  let cut = 0
  const server = createServer(async (incoming, outgoing) => {
    const { status, headers, body } = await passOn(target, incoming)
    const key = incoming.headers['idempotency-key'] as string | undefined
    if (key !== undefined && !seen.has(key)) {
      seen.add(key)
      cut++
      return void outgoing.destroy()
    }
    respond(outgoing, status, headers, body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => cut,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function passOn(target: string, incoming: IncomingMessage) {
  const { method, url = '/', headers } = incoming
  const outgoing = request(new URL(url, target), { method, headers })
  outgoing.end(await buffer(incoming))
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

function respond(response: ServerResponse, status: number, headers: IncomingMessage['headers'], body: Buffer): void {
  const { 'transfer-encoding': _, ...kept } = headers
  response.writeHead(status, kept).end(body)
}
