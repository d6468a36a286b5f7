import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface Measured {
  seconds: number
  /** Of the process and all its children together, sampled ten times a second. */
  peakMb: number
  stderr: string
}

/** Runs a command to its end; anything but success is an error with what it said. */
export function measureProcess(command: string, args: string[], cwd: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    let peakMb = 0
    const sampler = setInterval(() => {
      peakMb = Math.max(peakMb, familyMb(child.pid ?? 0))
    }, 100)
    child.stderr.on('data', (text) => {
      stderr += text
    })
    child.once('error', reject)
    child.once('close', (code) => {
      clearInterval(sampler)
      const seconds = (performance.now() - startedAt) / 1000
      if (code === 0) resolve({ seconds, peakMb, stderr })
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}: ${stderr.slice(-2000)}`))
    })
  })
}

function familyMb(pid: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(processes.map((name) => [Number(name), readStatus(name, 'PPid')]))
  let total = 0
  for (const one of parents.keys()) {
    let at: number | undefined = one
    while (at && at !== pid) at = parents.get(at)
    if (at === pid) total += readStatus(String(one), 'VmRSS') / 1024
  }
  return total
}

/** A process may end while we look at it. */
function readStatus(pid: string, field: string): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
