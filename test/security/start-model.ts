import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ScriptAnswer } from '../../deploy/local/model-server/read-scripts.ts'
import { createModelServer } from '../../deploy/local/model-server.ts'

export interface RecordingModel extends AsyncDisposable {
  env: Record<string, string>
  apiKey: string
  /** The body of every question, in the order in which they came. */
  heard: string[]
  /** From now on these scripts are played, by their names, instead of those that the local model server has. */
  play(scripts: ReadonlyMap<string, readonly ScriptAnswer[]>): void
}

/** The model of the service under test. It has a key that can be told from other text, and keeps whatever it is sent. */
export async function startModel(scriptsFolder: string): Promise<RecordingModel> {
  const apiKey = `canary-model-${randomBytes(16).toString('hex')}`
  const heard: string[] = []
  let scripted = createModelServer({ apiKey })
  const server = createServer((request, response) => {
    listen(request, heard)
    scripted.emit('request', request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    env: {
      BINDERY_MODEL_PROVIDER: 'openai-compatible',
      BINDERY_MODEL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      BINDERY_MODEL_API_KEY: apiKey,
      BINDERY_MODELS: 'scripted scripted-too',
    },
    apiKey,
    heard,
    play(scripts) {
      mkdirSync(scriptsFolder, { recursive: true })
      for (const [name, answers] of scripts) {
        writeFileSync(join(scriptsFolder, `${name}.json`), JSON.stringify({ match: [`[script ${name}]`], answers }))
      }
      scripted = createModelServer({ scriptsFolder, apiKey })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function listen(request: IncomingMessage, heard: string[]): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => heard.push(Buffer.concat(chunks).toString('utf8')))
}
