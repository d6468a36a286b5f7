// The model endpoint of local work and tests: it speaks the protocols of real providers over HTTP, plays scripts instead
// of thinking, and fails on demand. See model-server/README.md.
//
//   [BINDERY_MODEL_KEY=…] node deploy/local/model-server.ts PORT [SCRIPTS_FOLDER [ADDRESS]]
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { CallCounts } from './model-server/call-counts.ts'
import { injectFault } from './model-server/inject-fault.ts'
import { playScript } from './model-server/play-script.ts'
import { chatCompletions } from './model-server/protocols/chat-completions.ts'
import { messages } from './model-server/protocols/messages.ts'
import type { Body, Protocol } from './model-server/protocols/protocol.ts'
import { responses } from './model-server/protocols/responses.ts'
import { chooseScript, readScripts, type Script } from './model-server/read-scripts.ts'
import { writeEvents } from './model-server/write-events.ts'

export type ModelServerOptions = {
  /** Without it the scripts of this repository are played. */
  scriptsFolder?: string
  /** With it every other key is refused. */
  apiKey?: string
}

const ownScripts = fileURLToPath(new URL('./model-server/scripts', import.meta.url))

const protocols: Record<string, Protocol> = {
  '/v1/chat/completions': chatCompletions,
  '/v1/responses': responses,
  '/v1/messages': messages,
}

export function createModelServer({ scriptsFolder = ownScripts, apiKey }: ModelServerOptions = {}): Server {
  const scripts = readScripts(scriptsFolder)
  const counts = new CallCounts()
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const protocol = request.method === 'POST' ? protocols[pathname] : undefined
    if (protocol) {
      if (apiKey && keyOf(request) !== apiKey)
        return sendJson(response, 401, { error: { message: `Incorrect API key provided: ${keyOf(request)}` } })
      answer(protocol, scripts, counts, request, response).catch((error) => response.destroy(error))
      return
    }
    if (pathname !== '/calls') return sendJson(response, 404, { error: { message: `There is no ${pathname}.` } })
    if (request.method === 'DELETE') counts.clear()
    sendJson(response, 200, counts.list())
  })
}

async function answer(
  protocol: Protocol,
  scripts: Script[],
  counts: CallCounts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = (await json(request)) as Body
  const conversation = protocol.read(body)
  const script = chooseScript(scripts, conversation.instruction)
  const { attempt, id } = counts.begin(conversation, script.name)
  const reply = playScript(script, conversation, id)
  const written =
    body.stream === true
      ? { type: 'text/event-stream', text: writeEvents(protocol.stream(reply, body)) }
      : { type: 'application/json', text: JSON.stringify(protocol.write(reply, body)) }
  const fault = chooseFault(reply.faults, attempt)
  if (fault) {
    counts.noteFault(id)
    if ((await injectFault(fault, response, written)) === 'failed') return
  }
  counts.noteAnswer(id, conversation.answers)
  response.writeHead(200, { 'content-type': written.type }).end(written.text)
}

function chooseFault(faults: string[], attempt: number): string | undefined {
  const last = faults.at(-1)
  return faults[attempt] ?? (last?.endsWith('!') ? last : undefined)
}

/** As OpenAI or as Anthropic has it sent. */
function keyOf({ headers }: IncomingMessage): string | undefined {
  return headers['x-api-key']?.toString() ?? headers.authorization?.replace(/^Bearer /, '')
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

if (import.meta.main) {
  const [port, scriptsFolder, address = '127.0.0.1'] = process.argv.slice(2)
  if (!port)
    throw new Error('usage: [BINDERY_MODEL_KEY=…] node deploy/local/model-server.ts PORT [SCRIPTS_FOLDER [ADDRESS]]')
  const apiKey = process.env.BINDERY_MODEL_KEY
  const server = createModelServer({ ...(scriptsFolder && { scriptsFolder }), ...(apiKey && { apiKey }) })
  server.listen(Number(port), address)
  process.once('SIGTERM', () => {
    server.close()
    server.closeAllConnections()
  })
}
