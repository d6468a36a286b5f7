import { expect, test } from 'vitest'
import { guardFetch } from './guard-fetch.ts'

test('a redirect is not followed, so no key goes with it', async () => {
  let asked: RequestInit | undefined
  const send: typeof fetch = async (_input, init) => {
    asked = init
    return new Response(null, { status: 307, headers: { location: 'https://elsewhere.example.com/' } })
  }
  const headers = { authorization: 'Bearer secret' }
  const answer = await guardFetch(send)('https://models.example.com/v1', { headers, redirect: 'follow' })
  expect(answer.status).toBe(307)
  expect(asked).toEqual({ headers, redirect: 'manual' })
})

test('an answer of more than 4 MiB is given up, however it is cut', async () => {
  const part = new Uint8Array(1024 * 1024)
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      if (sent > 20) controller.close()
      else controller.enqueue(part)
    },
  })
  const answer = await guardFetch(async () => new Response(endless))('https://models.example.com/v1')
  const length = answer.arrayBuffer().then(({ byteLength }) => byteLength)
  await expect(length).rejects.toMatchObject({ name: 'AnswerTooLarge' })
  expect(sent).toBeLessThan(20)
})
