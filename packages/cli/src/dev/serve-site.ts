import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { reasonOf } from '@bindery/bundle'
import type { DevSession } from './dev-session.ts'
import { handleRequest } from './handle-request.ts'

const eventsPath = '/_bindery/events'

/** Under another name this machine may be asked by a page of somebody else's, which must not read an author's drafts. */
const ownHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/

/** The site as it is now, over HTTP, and a stream of events for each page that is open. */
export function serveSite(session: DevSession): Server {
  return createServer((request, response) => {
    handle(request, response, session).catch((error) => {
      if (response.headersSent) return void response.end()
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(reasonOf(error))
    })
  })
}

async function handle(request: IncomingMessage, response: ServerResponse, session: DevSession): Promise<void> {
  if (!ownHost.test(request.headers.host ?? '')) return refuse(response, 403, 'Ask for localhost or 127.0.0.1.')
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Only GET and HEAD.')
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === eventsPath) {
    const path = searchParams.get('path') ?? '/'
    return session.update(session.streams.open(path, searchParams.get('version') ?? '', response))
  }
  const { status, headers, body } = await handleRequest(pathname, session.edition)
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(reason)
}
