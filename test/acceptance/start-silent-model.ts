import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A model that takes every question and answers none: a job stays active until somebody cancels it. */
export async function startSilentModel(): Promise<{ env: Record<string, string> } & AsyncDisposable> {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    env: {
      BINDERY_MODEL_PROVIDER: 'openai-compatible',
      BINDERY_MODEL_BASE_URL: `http://127.0.0.1:${port}/v1`,
      BINDERY_MODELS: 'silent,mute',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
