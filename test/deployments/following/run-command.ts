import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { World } from './open-world.ts'

const cli = resolve(import.meta.dirname, '../../../packages/cli/dist/main.js')

export interface Run {
  code: number
  stdout: string
  stderr: string
}

export type Place = Pick<World, 'url' | 'writeKey'>

/** `bindery export …` as a pipeline runs it. */
export function runCommand(place: Place, args: string[], cwd: string, key = place.writeKey): Promise<Run> {
  return finish(start(process.execPath, [cli, 'export', ...args], cwd, { ...envOf(place), BINDERY_API_KEY: key }))
}

/** Kills `bindery export …` while it waits, and tells the id that it printed. */
export async function killWaiting(place: Place, args: string[], cwd: string): Promise<string> {
  const child = start(process.execPath, [cli, 'export', ...args], cwd, envOf(place))
  for await (const line of createInterface(child.stderr)) {
    const [, jobId] = /--job (se_\w+)/.exec(line) ?? []
    if (jobId === undefined) continue
    child.kill('SIGKILL')
    return jobId
  }
  throw new Error('The command ended before it told the id of the export.')
}

function envOf({ url, writeKey }: Place) {
  return { PATH: process.env.PATH, HOME: process.env.HOME, BINDERY_URL: url, BINDERY_API_KEY: writeKey }
}

export function start(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  return spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
}

export async function finish(child: ReturnType<typeof start>): Promise<Run> {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, stdout, stderr }
}
