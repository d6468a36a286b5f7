import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const script = fileURLToPath(new URL('./poll.lua', import.meta.url))
const run = promisify(execFile)

export interface Load {
  requestsPerSecond: number
  p99Ms: number
  /** 304 counts as an answer here. */
  non2xx: number
  broken: number
}

/** One round of wrk, which has one thread so that the server keeps a core to itself. */
export async function load(url: string, seconds: number, env: Record<string, string>): Promise<Load> {
  const args = ['-t1', '-c32', `-d${seconds}s`, '-s', script, url]
  const { stdout } = await run('wrk', args, { env: { ...process.env, ...env } })
  const line = stdout.split('\n').find((candidate) => candidate.startsWith('RESULT '))
  if (!line) throw new Error(`wrk printed no result:\n${stdout}`)
  const { requests, microseconds, p99Ms, non2xx, broken } = JSON.parse(line.slice(7))
  return { requestsPerSecond: Math.round(requests / (microseconds / 1e6)), p99Ms, non2xx, broken }
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
