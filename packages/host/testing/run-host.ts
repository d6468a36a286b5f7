import { EventEmitter, once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { compareFiles, type SourceFile, writeDelta } from '../../bundle/src/index.ts'
import { bundleOf, facts, text } from '../../bundle/testing/small-site.ts'
import { startHost } from '../src/start-host.ts'
import { ask } from './serve-files.ts'

/** A site of which every file tells its version, with an asset that only this version has. */
function siteOf(version: string): SourceFile[] {
  const digest = Buffer.from(version.padEnd(6, '-')).toString('hex').slice(0, 12)
  return [
    text('404.html', `<h1>${version} has no such page</h1>`),
    text(`_bindery/site-${digest}.css`, `/* ${version} */`.repeat(40)),
    text('index.html', `<h1>${version}</h1><link href="_bindery/site-${digest}.css">`, 'index'),
    text('guide.html', '<h1>the same in every version</h1>', 'guide'),
  ].sort(compareFiles)
}

export function assetOf(version: string): string {
  return `/_bindery/site-${Buffer.from(version.padEnd(6, '-')).toString('hex').slice(0, 12)}.css`
}

export function bundle(version: string, options: Parameters<typeof bundleOf>[1] = {}): Promise<Buffer> {
  return bundleOf(siteOf(version), { site: { ...facts, version }, ...options })
}

export function delta(from: Buffer, to: Buffer): Promise<Buffer> {
  return buffer(writeDelta({ from: [from], to: [to] }).bytes)
}

type Reply = (request: IncomingMessage, response: ServerResponse) => void

/** Stands for whatever a bundle is fetched from; what it answers can be changed. */
export async function startMirror(first: Buffer | Reply) {
  let reply = first
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    if (Buffer.isBuffer(reply)) response.end(reply)
    else reply(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer(next: Buffer | Reply) {
      reply = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Settings = Record<string, unknown> & { staticExport?: Record<string, unknown> }

/** A host with a configuration file in `folder`, which also holds its data. */
export async function runHost(folder: string, settings: Settings) {
  const lines: string[] = []
  const events = new EventEmitter()
  const configFile = join(folder, 'host.yaml')
  const write = (next: Settings) => {
    const whole = { listen: '127.0.0.1:0', internalListen: '127.0.0.1:0', drainSeconds: 0, ...next }
    return writeFile(configFile, JSON.stringify({ ...whole, staticExport: { enabled: true, ...next.staticExport } }))
  }
  await write(settings)
  const host = await startHost({
    configFile,
    env: {},
    watchMs: 20,
    log(_, message) {
      lines.push(message)
      events.emit('line')
    },
  })
  let seen = 0
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= host.stop()
    return stopped
  }
  return {
    ...host,
    lines,
    stop,
    configure: write,
    get: (path: string, headers: OutgoingHttpHeaders = {}) => ask(host.url, path, { headers }),
    async title() {
      return /<h1>(.*?)<\/h1>/.exec((await ask(host.url, '/')).body.toString())?.[1]
    },
    async ready() {
      const { status, body } = await ask(host.internalUrl, '/readyz')
      return { status, ...JSON.parse(body.toString()) }
    },
    /** The next line of the log that says so, beginning after the last one that was waited for. */
    async heard(what: RegExp): Promise<string> {
      for (;;) {
        while (seen < lines.length) {
          const line = lines[seen++] ?? ''
          if (what.test(line)) return line
        }
        await once(events, 'line')
      }
    },
    [Symbol.asyncDispose]: stop,
  }
}
