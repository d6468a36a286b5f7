import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'

export interface Measured {
  seconds: number
  /** User and system time of the process and of every descendant: what a busy machine changes least. */
  cpuSeconds: number
  /** Resident memory of the process and all its descendants together, at its highest. */
  peakMb: number
  stderr: string
}

interface MeasureOptions {
  cwd: string
  env?: Record<string, string>
}

// bash alone knows what its ended descendants have used; they do not get the pipe on which it says so.
const withTimes = '"$@" 3>&-; code=$?; times >&3; exit $code'
const sampleMs = 100

/** Runs a command to its end; anything but success is an error with what it said. */
export async function measureProcess(command: string, args: string[], options: MeasureOptions): Promise<Measured> {
  const startedAt = performance.now()
  const child = spawn('bash', ['-c', withTimes, 'measured', command, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const stderr = collect(child.stdio[2])
  const times = collect(child.stdio[3])
  let peakMb = 0
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, familyMb(child.pid ?? 0))
  }, sampleMs)
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve)).finally(() =>
    clearInterval(sampler),
  )
  const seconds = (performance.now() - startedAt) / 1000
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${stderr().slice(-2000)}`)
  return { seconds, cpuSeconds: readTimes(times()), peakMb, stderr: stderr() }
}

function collect(stream: unknown): () => string {
  let text = ''
  if (stream instanceof Readable) stream.setEncoding('utf8').on('data', (part) => (text += part))
  return () => text
}

/** The shell's own user and system time on one line, its descendants' on the next: `0m1.250s 0m0.030s`. */
function readTimes(text: string): number {
  const ofDescendants = text.split('\n')[1] ?? ''
  const parts = [...ofDescendants.matchAll(/(\d+)m(\d+)[.,](\d+)s/g)]
  return parts.reduce(
    (sum, [, minutes, whole, fraction]) => sum + Number(minutes) * 60 + Number(`${whole}.${fraction}`),
    0,
  )
}

/** Of a process and all its descendants. */
export function familyMb(ancestor: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(processes.map((name) => [Number(name), readStatus(name, 'PPid')]))
  let total = 0
  for (const pid of parents.keys()) {
    let at: number | undefined = pid
    while (at && at !== ancestor) at = parents.get(at)
    if (at === ancestor) total += processMb(pid)
  }
  return total
}

export function processMb(pid: number): number {
  return readStatus(String(pid), 'VmRSS') / 1024
}

/** A process may end while we look at it. */
function readStatus(pid: string, field: string): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
