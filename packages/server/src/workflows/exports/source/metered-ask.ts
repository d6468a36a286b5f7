import type { AskRemote, RemoteAnswer } from '@bindery/site'
import type { Meter } from '../../cache/meter.ts'

/** Room is taken as it comes in, before it is written. */
export function metered(ask: AskRemote, meter: Meter) {
  let failure: unknown
  async function* count(body: RemoteAnswer['body']) {
    for await (const chunk of body) {
      await meter.add(chunk.length).catch((error: unknown) => {
        failure ??= error
        throw error
      })
      yield chunk
    }
  }
  return {
    ask: (async (url, signal, headers) => {
      const answer = await ask(url, signal, headers)
      return { ...answer, body: count(answer.body) }
    }) satisfies AskRemote,
    /** The want of room is no fault of the file that met it. */
    throwIfFull() {
      if (failure) throw failure
    },
  }
}
