import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { RoomSite } from './room.ts'
import { readAttempts, startTraced } from './trace-process.ts'

export interface TracedHost {
  /** Where the site begins, with a slash at its end. */
  url: string
  internalUrl: string
  /** Ends the host and gives the calls that would have left the machine. */
  stop(): Promise<string[]>
}

const main = join(import.meta.dirname, '../../../packages/host/dist/main.js')

/** The host as it is deployed, with every call of it that could send something written down. */
export async function serveTraced({ name, bundleUrl, basePath }: RoomSite, work: string): Promise<TracedHost> {
  const [config, trace] = [join(work, `${name}.host.json`), join(work, `${name}.trace`)]
  const any = '127.0.0.1:0'
  const dataFolder = join(work, `${name}.data`)
  const staticExport = { enabled: true, bundleUrl }
  const settings = { staticExport, listen: any, internalListen: any, basePath, dataFolder, drainSeconds: 0 }
  await writeFile(config, JSON.stringify(settings))
  const child = startTraced([main, '--config', config], trace)
  const ended = once(child, 'exit')
  const { url, internalUrl } = await readAddresses(child.stdout)
  await untilReady(internalUrl)
  return {
    url: `${url}${basePath}/`,
    internalUrl,
    async stop() {
      child.kill('SIGTERM')
      const [code] = await ended
      if (code !== 0) throw new Error(`The host of ${name} ended with ${code}.`)
      return readAttempts(trace)
    },
  }
}

async function readAddresses(output: NodeJS.ReadableStream | null) {
  if (!output) throw new Error('The host has no output.')
  const lines = createInterface(output)
  for await (const line of lines) {
    const [, url, internalUrl] = /Listening at (\S+), health and metrics at (\S+:\d+)/.exec(line) ?? []
    if (url === undefined || internalUrl === undefined) continue
    output.resume()
    return { url, internalUrl }
  }
  throw new Error('The host ended before it listened.')
}

async function untilReady(internalUrl: string): Promise<void> {
  for (let answer = ''; !answer.includes('"ready":true'); await wait(50)) {
    answer = await (await fetch(`${internalUrl}/readyz`)).text()
    if (answer.includes('"problem":{')) throw new Error(`The host refuses its bundle: ${answer}`)
  }
}
