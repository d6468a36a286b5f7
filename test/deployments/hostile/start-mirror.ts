import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface Mirror extends AsyncDisposable {
  url: string
  /** Answers the open question with these bytes, and returns at the next one: by then the host has judged them. */
  give(bytes: Buffer): Promise<void>
}

// Longer than any archive takes, however busy the machine: a host that does not ask by then hangs or is gone.
const patienceMs = 60_000

/** A mirror that lets each question wait until there is something to give. */
export async function startMirror(): Promise<Mirror> {
  let asked = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, response) => asked.resolve(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const question = () => Promise.race([asked.promise, giveUp()])
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bundle.tar.gz`,
    async give(bytes) {
      const response = await question()
      asked = Promise.withResolvers()
      response.end(bytes)
      await question()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function giveUp(): Promise<never> {
  await wait(patienceMs, undefined, { ref: false })
  throw new Error(`The host has asked for nothing for ${patienceMs / 1000} s: it hangs, or it is gone.`)
}
