import { once } from 'node:events'
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Question {
  method?: string
  url: string
  key?: string
  headers?: OutgoingHttpHeaders
  /** A string is sent as it stands, anything else as JSON. */
  body?: unknown
}

export interface Answer {
  status: number
  /** As they came over the wire: names and values in turn. */
  rawHeaders: string[]
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a black box has no types.
  body: any
}

export type Send = (question: Question) => Promise<Answer>

/** By `node:http`, because `fetch` cannot send a header twice or with odd bytes. Hears every refusal. */
export function createSend(onRefusal: (text: string) => void): Send {
  const agent = new Agent({ keepAlive: true })
  return async (question) => {
    const incoming = await begin(question, agent)
    const { statusCode: status = 0, rawHeaders } = incoming
    const answer = await text(incoming)
    if (status >= 400) onRefusal(answer)
    const isJson = /\bjson\b/.test(incoming.headers['content-type'] ?? '')
    return { status, rawHeaders, text: answer, body: isJson && answer ? JSON.parse(answer) : undefined }
  }
}

async function begin(question: Question, agent: Agent): Promise<IncomingMessage> {
  const { method = 'GET', url, key, headers, body } = question
  // As bytes: with a string Node would write the headers in its encoding too, and an odd byte became two.
  const raw = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const outgoing = request(url, {
    agent,
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(raw !== undefined && { 'content-type': 'application/json', 'content-length': raw.length }),
      ...headers,
    },
  }).end(raw)
  // What breaks an answer that has begun is told by the answer.
  outgoing.on('error', () => {})
  try {
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    return incoming
  } catch (error) {
    // A server may close an idle connection at the moment at which it is used again; it has read nothing then.
    const isIdleEnd = outgoing.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
    if (!isIdleEnd) throw error
    return begin(question, agent)
  }
}
