import type { IncomingMessage } from 'node:http'
import { checkRepositoryUrl } from '../../outbound/check-repository-url.ts'
import { GitError } from '../../outbound/git-error.ts'
import { openAnswer, type Reach, reachHost, readAuthorities } from '../../outbound/reach-host.ts'
import { explainStatus, readWords } from './explain-response.ts'
import { HostError } from './host-error.ts'

export interface HostApi extends Reach {
  apiUrl: string
  headers: Readonly<Record<string, string>>
  /** Whatever the host says, these are struck out of it. */
  secrets: readonly string[]
}

export interface HostQuestion {
  method?: 'GET' | 'POST' | 'PATCH'
  /** Below the API's URL; its parts are encoded. */
  path: string
  query?: Readonly<Record<string, string>>
  body?: object
}

/** Success, or a refusal that only the asker understands: 400, 409, 422. */
export interface HostAnswer {
  status: number
  json: unknown
  /** The reason that a refusal gives. */
  words: string
}

export type AskHost = (question: HostQuestion, signal: AbortSignal) => Promise<HostAnswer>

const deadlineMs = 30_000
// A page of 50 pull requests of Gitea, each with both of its repositories, is about 500 KB.
const answerBytes = 8 * 1024 ** 2

/**
 * Asks the API of a git host under the rules that hold for clone URLs: the address is judged, resolved once, judged
 * again and connected to as it is; a redirect is not followed, since the token would go with it.
 */
export function createAskHost(api: HostApi): AskHost {
  return async (question, caller) => {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(deadlineMs)])
    try {
      const { status, text, waits } = await send(api, question, signal)
      const json = parse(text)
      const words = readWords(json, api.secrets)
      const failure = explainStatus({ status, words, waits, creating: question.method === 'POST' })
      if (failure) throw failure
      if (json === undefined) throw notAnApi()
      return { status, json, words }
    } catch (error) {
      caller.throwIfAborted()
      throw error instanceof HostError ? error : toHostError(error)
    }
  }
}

async function send(api: HostApi, { method = 'GET', path, query = {}, body }: HostQuestion, signal: AbortSignal) {
  // Judged without the path: a project of GitLab is one part of it, with an encoded slash inside.
  const checked = checkRepositoryUrl(`${api.apiUrl}/api`, api.policy)
  const search = new URLSearchParams(query).toString()
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'bindery',
    ...api.headers,
    ...(body && { 'content-type': 'application/json' }),
  }
  const options = { ...(await reachHost(checked, api)), ...readAuthorities(api.caFile), method, headers, signal }
  const href = `${api.apiUrl}${path}${search && `?${search}`}`
  const response = await openAnswer(checked, href, options, body && JSON.stringify(body))
  const { 'retry-after': retryAfter, 'x-ratelimit-remaining': remaining } = response.headers
  return {
    status: response.statusCode ?? 0,
    text: await readBounded(response),
    waits: retryAfter !== undefined || remaining === '0',
  }
}

async function readBounded(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > answerBytes) throw notAnApi()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function notAnApi(): HostError {
  return new HostError(
    'git_host_unusable',
    "The git host does not answer as its API should. Check the project's kind of git host and its API URL.",
  )
}

function toHostError(error: unknown): HostError {
  if (error instanceof GitError && error.code === 'repository_refused') {
    return new HostError(
      'git_host_unusable',
      "The git host's API is at an address that this service does not ask. Check the project's API URL, or ask the operator to allow its host.",
      { cause: error },
    )
  }
  return new HostError(
    'repository_unreachable',
    "The git host's API could not be reached. Check that its host can be reached from this service.",
    { cause: error },
  )
}
