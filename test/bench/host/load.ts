import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const pathsAlone = fileURLToPath(new URL('./requests.lua', import.meta.url))
const run = promisify(execFile)

export interface Load {
  requests: number
  requestsPerSecond: number
  bytesPerRequest: number
  p99Ms: number
  /** Answers that are no 2xx or 3xx, and connections that broke. */
  failed: number
}

/** One round of wrk, on the second core: the server has the first one to itself. */
export async function load(url: string, seconds: number, paths: string, script = pathsAlone): Promise<Load> {
  // Slow is not failed: how slow stands in the percentile.
  const args = ['-c', '1', 'wrk', '-t1', '-c32', `-d${seconds}s`, '--timeout', '30s', '-s', script, url]
  const { stdout } = await run('taskset', args, { env: { ...process.env, PATHS: paths } })
  const line = stdout.split('\n').find((candidate) => candidate.startsWith('RESULT '))
  if (!line) throw new Error(`wrk printed no result:\n${stdout}`)
  const { requests, microseconds, bytes, p99Ms, ...faults } = JSON.parse(line.slice(7))
  const failed = Object.values<number>(faults).reduce((sum, count) => sum + count, 0)
  if (failed > 0) console.log(`failed: ${JSON.stringify(faults)}`)
  const requestsPerSecond = Math.round(requests / (microseconds / 1e6))
  return { requests, requestsPerSecond, bytesPerRequest: Math.round(bytes / requests), p99Ms, failed }
}
