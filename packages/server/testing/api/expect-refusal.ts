import assert from 'node:assert/strict'
import { type ErrorCode, errorBody, errorCatalogue } from '@bindery/contract'
import type { Answer } from './start-test-api.ts'

/** The answer is this error, in the form that every error has. */
export function expectRefusal(answer: Answer, code: ErrorCode): void {
  assert.equal(answer.body?.code, code, answer.text)
  assert.equal(answer.status, errorCatalogue[code].status)
  assert.equal(errorBody.parse(answer.body).requestId, answer.headers.get('x-request-id'))
  if (answer.status === 401) assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
  if (answer.status === 429) assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
}
