// An answer of 16,000 tokens is about 100 KB of JSON; what is read is parsed in one go, and recorded.
const maxBytes = 4 * 1024 * 1024

/** Follows no redirect, which would carry the key to another host, and reads no endless answer. */
export function guardFetch(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, { ...init, redirect: 'manual' })
    if (!response.body) return response
    return new Response(response.body.pipeThrough(limitBytes()), response)
  }
}

function limitBytes(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) controller.error(new AnswerTooLarge())
      else controller.enqueue(chunk)
    },
  })
}

export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
  constructor() {
    super(`The answer is larger than ${maxBytes} bytes.`)
  }
}
