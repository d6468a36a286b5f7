import { APICallError } from 'ai'
import { expect, test } from 'vitest'
import { toModelError } from './model-error.ts'

const apiKey = 'sk-live-0815-also-secret'
const refusal = (statusCode: number, message: string) =>
  new APICallError({ message, statusCode, url: 'https://models.example.com/v1', requestBodyValues: {} })

test('what an endpoint says of a wrong key is not repeated, for it quotes parts of it', () => {
  for (const status of [401, 403]) {
    const said = refusal(status, 'Incorrect API key provided: sk-live-****cret.')
    const { code, message } = toModelError(said, { host: 'models.example.com', apiKey })
    expect(code).toBe('model_refused')
    expect(message).not.toMatch(/sk-live|cret\./)
  }
})

test('the key itself stands in no error, whatever its status', () => {
  for (const status of [400, 404, 429, 500]) {
    const { message } = toModelError(refusal(status, `No such key: ${apiKey}`), { host: 'models.example.com', apiKey })
    expect(message).not.toContain(apiKey)
    expect(message).toContain('models.example.com')
  }
})
