import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PackedRepository } from './commit-files.ts'
import type { HostileAnswers, Send } from './hostile-source.ts'
import { band, begin, flush, line, write } from './protocol.ts'

export interface HostileHost extends AsyncDisposable {
  origin: string
}

/** A git host of the newer protocol that answers as each of its repositories wants. */
export async function startHostileHost(
  repositories: ReadonlyMap<string, HostileAnswers | PackedRepository>,
): Promise<HostileHost> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = '', path] = /^\/([\w-]+)\.git\/(info\/refs|git-upload-pack)/.exec(request.url ?? '') ?? []
    const found = repositories.get(name)
    if (!found) return void response.writeHead(404).end()
    const answers = 'pack' in found ? sendWhole(found) : found
    if (path === 'info/refs') return (answers.advertise ?? advertise)(response)
    const isList = (await text(request)).includes('command=ls-refs')
    return isList ? (answers.listRefs ?? listRefs('a'.repeat(40)))(response) : answers.sendPack?.(response)
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const advertise: Send = (response) => {
  begin(response, 'advertisement')
  const abilities = ['version 2\n', 'agent=git/2.39\n', 'ls-refs\n', 'fetch=shallow\n', 'object-format=sha1\n']
  response.end(Buffer.concat([line('# service=git-upload-pack\n'), flush, ...abilities.map(line), flush]))
}

function listRefs(commit: string): Send {
  return (response) => {
    begin(response, 'result')
    const refs = [`${commit} HEAD symref-target:refs/heads/main\n`, `${commit} refs/heads/main\n`]
    response.end(Buffer.concat([...refs.map(line), flush]))
  }
}

function sendWhole({ commit, pack }: PackedRepository): HostileAnswers {
  return {
    listRefs: listRefs(commit),
    async sendPack(response) {
      begin(response, 'result')
      await write(response, line('packfile\n'))
      for (const part of band(1, pack)) if (!(await write(response, part))) return
      response.end(flush)
    },
  }
}
