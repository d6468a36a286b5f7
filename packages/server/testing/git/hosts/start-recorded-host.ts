import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface RecordedRequest {
  method: string
  /** Path and query, as they came. */
  url: string
  headers: IncomingHttpHeaders
  body: unknown
}

export interface RecordedAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** A host that answers as the public description of its API says, request by request, and remembers what it was asked. */
export async function startRecordedHost(answers: readonly RecordedAnswer[]) {
  const requests: RecordedRequest[] = []
  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const answer = answers[requests.length] ?? { status: 500, body: 'asked once too often' }
    requests.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: sent === '' ? undefined : JSON.parse(sent),
    })
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
