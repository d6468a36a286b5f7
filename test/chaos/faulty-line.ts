import { once } from 'node:events'
import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The first three break on the way there; the others on the way back, when the work is done. */
const faults = ['unavailable', 'reset', 'unsent', 'unanswered', 'cut', 'slow'] as const
type Fault = (typeof faults)[number]

export interface FaultyLine extends AsyncDisposable {
  endpoint: string
  /** From now on a tenth of so many calls breaks, each in another way. */
  breakTenth(calls: number): void
  /** Of those, how many have not come yet. */
  left(): number
  broken(): number
}

/** The real storage behind a line that breaks. */
export async function startFaultyLine(target: string): Promise<FaultyLine> {
  let left = 0
  let broken = 0
  const server = http.createServer((request, response) => {
    const isBroken = left > 0 && Math.random() < 0.1
    left = Math.max(0, left - 1)
    forward(target, request, response, isBroken ? faults[broken++ % faults.length] : undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakTenth(calls) {
      left = calls
    },
    left: () => left,
    broken: () => broken,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function forward(target: string, request: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
  if (fault === 'reset') return void request.socket.destroy()
  if (fault === 'unavailable') return void response.writeHead(503).end()
  const { method, url, headers } = request
  const onward = http.request(new URL(url ?? '/', target), { method, headers }, async (answer) => {
    const body = Buffer.concat(await answer.toArray())
    if (fault === 'unanswered') return void response.destroy()
    if (fault === 'slow') await delay(2_000)
    // Without a length nothing but the digest can tell a cut body from a whole one.
    const { 'content-length': _length, ...rest } = answer.headers
    response.writeHead(answer.statusCode ?? 500, fault === 'cut' ? rest : answer.headers)
    response.end(fault === 'cut' ? body.subarray(0, body.length / 2) : body)
  })
  onward.on('error', () => response.destroy())
  if (fault === 'unsent') sendHalf(request, onward)
  else request.pipe(onward)
}

/** Half of what comes first, then both sides lose each other. */
function sendHalf(request: IncomingMessage, onward: ClientRequest): void {
  const breakOff = () => {
    onward.destroy()
    request.socket.destroy()
  }
  request.once('data', (chunk: Buffer) => onward.write(chunk.subarray(0, chunk.length / 2), breakOff))
  request.once('end', breakOff)
}
