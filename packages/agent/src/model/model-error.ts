import { APICallError } from 'ai'
import { AnswerTooLarge } from './guard-fetch.ts'
import type { Model } from './open-model.ts'

export type ModelErrorCode = 'model_unreachable' | 'model_refused' | 'model_answer_invalid'

export class ModelError extends Error {
  override name = 'ModelError'
  readonly code: ModelErrorCode
  /** The same question may be answered later. */
  readonly transient: boolean
  readonly retryAfterSeconds?: number

  constructor(code: ModelErrorCode, message: string, retryAfterSeconds?: number) {
    super(message)
    this.code = code
    this.transient = code !== 'model_refused'
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Without a cause: what the libraries throw holds the whole conversation, and what an endpoint says may hold the key. */
export function toModelError(error: unknown, { host, apiKey }: Pick<Model, 'host' | 'apiKey'>): ModelError {
  const at = `The model endpoint ${host}`
  if (causes(error).some((cause) => cause instanceof AnswerTooLarge))
    return new ModelError('model_answer_invalid', `${at} sent an answer of more than 8 MiB.`)
  if (!APICallError.isInstance(error))
    return new ModelError(
      'model_answer_invalid',
      `${at} sent an answer that could not be read: ${describe(error, apiKey)}`,
    )

  const status = error.statusCode
  if (status === undefined || (status < 300 && wasCut(error)))
    return new ModelError('model_unreachable', `${at} could not be reached: ${describe(error, apiKey)}`)
  if (status < 300)
    return new ModelError(
      'model_answer_invalid',
      `${at} sent an answer that could not be read: ${describe(error, apiKey)}`,
    )
  if (status === 408 || status === 429 || status >= 500)
    return new ModelError(
      'model_unreachable',
      `${at} answered ${status}: ${describe(error, apiKey)}`,
      retryAfter(error),
    )
  // Endpoints quote parts of a wrong key in their sentence: it is not repeated.
  if (status === 401 || status === 403)
    return new ModelError(
      'model_refused',
      `${at} refused the key (${status}). Check the key that is set for the model.`,
    )
  return new ModelError('model_refused', `${at} refused the question (${status}): ${describe(error, apiKey)}`)
}

function causes(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let link = error; link instanceof Error && chain.length < 10; link = link.cause) chain.push(link)
  return chain
}

/** A body that ended early is a fault of the connection; one that is whole and no JSON is a fault of the endpoint. */
function wasCut(error: APICallError): boolean {
  return causes(error).some((cause) => /terminated|socket|ECONNRESET|UND_ERR/i.test(`${cause}${codeOf(cause)}`))
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : ''
}

function describe(error: unknown, apiKey: string): string {
  const text = error instanceof Error ? error.message : 'no reason was given'
  return (apiKey ? text.replaceAll(apiKey, '***') : text).slice(0, 300)
}

function retryAfter({ responseHeaders = {} }: APICallError): number | undefined {
  const value = responseHeaders['retry-after']
  if (!value) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
