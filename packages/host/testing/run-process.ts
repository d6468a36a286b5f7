import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ask } from './serve-files.ts'

const command = fileURLToPath(new URL('../dist/main.js', import.meta.url))

interface ProcessOptions {
  env?: Record<string, string>
  settings?: Record<string, unknown>
}

/** The host as a process of its own, with its configuration in a file; what it logs is kept. */
export async function runProcess(folder: string, staticExport: Record<string, unknown>, options: ProcessOptions = {}) {
  const configFile = join(folder, 'host.json')
  const anywhere = { listen: '127.0.0.1:0', internalListen: '127.0.0.1:0', drainSeconds: '0' }
  const texts = Object.entries({ enabled: true, allowHttp: true, ...staticExport }).map(([name, value]) => [
    name,
    typeof value === 'object' ? value : `${value}`,
  ])
  const settings = { ...anywhere, ...options.settings, staticExport: Object.fromEntries(texts) }
  await writeFile(configFile, JSON.stringify(settings))
  const env = { ...process.env, ...options.env }
  const child = spawn(process.execPath, [command, '--config', configFile], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  let complaints = ''
  child.stderr.on('data', (text) => {
    complaints += text
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({ code: code ?? signal, complaints }))
  const log = createInterface(child.stdout)
  log.on('line', (line) => lines.push(JSON.parse(line).message))
  let seen = 0
  /** The next line that says so; an end of the process is told instead of waited for. */
  const heard = async (what: RegExp): Promise<string> => {
    for (;;) {
      while (seen < lines.length) {
        const line = lines[seen++] ?? ''
        if (what.test(line)) return line
      }
      const end = await Promise.race([once(log, 'line'), ended])
      if (!Array.isArray(end)) throw new Error(`The host ended with ${end.code}: ${complaints}`)
    }
  }
  const [url = '', internalUrl = ''] = (await heard(/^Listening/)).match(/http:\/\/[\d.:]+\d/g) ?? []
  return {
    url,
    heard,
    ended,
    terminate: () => child.kill('SIGTERM'),
    async title() {
      return /<h1>(.*?)<\/h1>/.exec((await ask(url, '/')).body.toString())?.[1]
    },
    async ready() {
      const { status, body } = await ask(internalUrl, '/readyz')
      return { status, ...JSON.parse(body.toString()) }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
