import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { CheckedUrl } from '../../outbound/check-repository-url.ts'
import { GitError } from '../../outbound/git-error.ts'
import { openAnswer, type Reach, reachHost, readAuthorities } from '../../outbound/reach-host.ts'
import { basicToken, type GitCredential } from '../git-environment.ts'
import { limitBody, slowestMs, tooSlow } from './limit-body.ts'
import { type HostRequest, readRequest } from './read-request.ts'

export interface RelayOptions extends Reach {
  credential?: GitCredential | undefined
  repositoryBytes: number
  /** In which a host must send some 30 KB. */
  slowMs?: number
  /** Told of what comes of a repository before git gets it; while it waits, so does the host. */
  onBytes?: ((bytes: number) => Promise<void>) | undefined
}

/** What git is told to be its host, on this machine and for as long as it is open. */
export interface Relay extends AsyncDisposable {
  url: string
  /** Why the host was not reached or not read to its end; git itself sees no more than a connection that broke off. */
  failure(): unknown
}

/**
 * Stands between git and the host that a tenant named. git can be told where to connect, but neither how much to read nor
 * whom to believe: it holds a list of refs of any length in memory, three times over. Here every request of its goes
 * out by our own guarded client, with the credential that git then need not know, and every answer has a limit.
 */
export async function openRelay(url: CheckedUrl, options: RelayOptions, signal: AbortSignal): Promise<Relay> {
  const line = await openLine(url, options)
  // Others on this machine may connect too: without this word they get nowhere.
  const secret = randomBytes(16).toString('hex')
  const { slowMs = slowestMs } = options
  let failure: unknown

  async function relay(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming, `/${secret}`)
    if (!request) return void response.writeHead(404).end()
    const answer = await ask(request)
    const type = answer.headers['content-type']
    response.writeHead(answer.statusCode ?? 502, type ? { 'content-type': type } : {})
    const body = limitBody(answer, { ...options, slowMs, isList: request.isList })
    await pipeline(body, response)
  }

  async function ask({ method, path, headers, body }: HostRequest): Promise<IncomingMessage> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(tooSlow()), slowMs)
    const authorization = options.credential && `Basic ${basicToken(options.credential)}`
    const request = {
      ...line.way,
      method,
      headers: { ...headers, ...(authorization && { authorization }) },
      signal: AbortSignal.any([signal, late.signal]),
    }
    try {
      return await openAnswer(url, `${line.base}${path}`, request, body)
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }

  const server = createServer((request, response) => {
    relay(request, response).catch((error: unknown) => {
      if (!signal.aborted) failure ??= explainConnection(error)
      response.destroy()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}`,
    failure: () => failure,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      line.close()
    },
  }
}

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/

/** What broke a connection, in a sentence with advice; nothing if it was git that left, which says itself why. */
function explainConnection(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return undefined
  // A limit of ours, or of whoever counts the bytes.
  if (!isOfConnection(code)) return error
  const sentence = certificate.test(code)
    ? "The git host's certificate could not be verified. If it is signed by a private authority, ask the operator to add it."
    : 'The repository could not be fetched. Check that its host can be reached from this service.'
  return new GitError('repository_unreachable', sentence, { cause: new Error(code) })
}

/** Of Node's own errors each has a code in capitals. */
function isOfConnection(code: string | undefined): code is string {
  return code !== undefined && /^[A-Z]/.test(code)
}

/** To one host, at the addresses that it had when it was judged; its connection serves several requests. */
async function openLine(url: CheckedUrl, reach: Reach) {
  const way = await reachHost(url, reach)
  const Agent = url.protocol === 'http' ? HttpAgent : HttpsAgent
  const agent = way.agent instanceof HttpAgent ? way.agent : new Agent({ keepAlive: true })
  return {
    base: url.href.replace(/\/$/, ''),
    way: { ...way, ...readAuthorities(reach.caFile), agent },
    close: () => agent.destroy(),
  }
}
