import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The memory that a process holds, whoever asked for it; 0 when the process is gone. */
export async function readResidentMb(pid: number): Promise<number> {
  const text = await (process.platform === 'linux' ? readLinux(pid) : readElsewhere(pid)).catch(() => '')
  return Number(/\d+/.exec(text)?.[0] ?? 0) / 1024
}

/** A small image has no `ps`. */
async function readLinux(pid: number): Promise<string> {
  return /^VmRSS:.*$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[0] ?? ''
}

async function readElsewhere(pid: number): Promise<string> {
  return (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout
}
