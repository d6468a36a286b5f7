import { type Case, expectError } from '../case.ts'
import type { Answer, Call, Client } from '../client.ts'

/** What an operation that needs no body says to a wrong one. */
export function refuseBodies(
  operation: string,
  what: string,
  send: (client: Client, call: Call) => Promise<Answer>,
): Case[] {
  const wrong = [
    ['{"colour":1}', {}, 400, 'invalid_request'],
    ['{', {}, 400, 'malformed_json'],
    [`{"a":"${'a'.repeat(70_000)}"}`, {}, 413, 'body_too_large'],
    ['x', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ] as const
  return wrong.map(([rawBody, headers, status, code]) => ({
    operation,
    status,
    promise: `${what} with the body ${rawBody.slice(0, 12)} is refused`,
    run: async ({ client, demo }) =>
      expectError(await send(client, { key: demo.apiKey, rawBody, headers }), status, code),
  }))
}
