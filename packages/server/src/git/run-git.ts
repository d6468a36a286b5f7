import { spawn } from 'node:child_process'
import { Readable, type Writable } from 'node:stream'
import { expectNoTransaction } from '../db/in-transaction.ts'

export interface GitRun {
  args: readonly string[]
  environment: Record<string, string>
  /** Largest file that git may write. */
  fileBytes: number
  /** Addresses that each of its processes may have. */
  memoryBytes: number
  signal: AbortSignal
}

export interface GitProcess {
  stdin: Writable
  stdout: Readable
  /** Settles once the process has gone; rejects with a GitFailure unless it exited with 0. */
  ended: Promise<void>
  kill: () => void
}

export class GitFailure extends Error {
  override readonly name = 'GitFailure'
  readonly stderr: string

  constructor(verb: string, outcome: string, stderr: string) {
    super(`git ${verb} ended with ${outcome}`)
    this.stderr = stderr
  }
}

// The kernel enforces these on git and its children, also when the worker is dead, and needs no polling: no core dumps,
// file size in blocks of 512 bytes, processor seconds, memory in KiB (a delta may claim to unfold to any size). Of memory
// the kernel limits addresses and not what is resident, so a process meets the limit as an error that it can say, long
// before the container's own limit would kill one process or another.
// With XFSZ ignored git meets the file limit as an error and says so, instead of dying silently. macOS knows no limit on
// memory; the service itself runs on Linux.
const limited = `
  trap '' XFSZ
  ulimit -c 0 && ulimit -f "$1" && ulimit -t 600 &&
  { ulimit -v "$2" || test "$(uname)" = Darwin; } &&
  shift 2 && exec git "$@"`

const stderrLimit = 16_384

/** Starts git in its own process group, so that its transport helpers end with it. */
export function startGit({ args, environment, fileBytes, memoryBytes, signal }: GitRun): GitProcess {
  expectNoTransaction('git was started')
  signal.throwIfAborted()
  const limits = [Math.ceil(fileBytes / 512), Math.floor(memoryBytes / 1024)].map(String)
  const child = spawn('/bin/sh', ['-c', limited, 'sh', ...limits, ...args], {
    env: environment,
    cwd: '/',
    detached: true,
  })
  let gone = false
  // Once it has gone, its number may belong to another process.
  const kill = () => {
    if (!gone && child.pid !== undefined) killGroup(child.pid)
  }
  signal.addEventListener('abort', kill)

  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrLimit)
  })
  // A process that ends before it has read everything is told by its exit code, not by a broken pipe.
  child.stdin.on('error', () => {})

  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, killedBy) => {
      gone = true
      signal.removeEventListener('abort', kill)
      if (signal.aborted) return reject(signal.reason)
      if (code === 0) return resolve()
      reject(new GitFailure(args[0] ?? '', killedBy ?? `exit code ${code}`, stderr))
    })
  })
  // Whoever awaits it hears of it; nobody needs to while output is still being read.
  ended.catch(() => {})
  return { stdin: child.stdin, stdout: child.stdout, ended, kill }
}

export interface WholeRun extends GitRun {
  input?: Iterable<string> | undefined
  outputBytes?: number | undefined
}

/** Runs git to its end and returns what it printed, at most `outputBytes` of it. */
export async function runGit({ input = [], outputBytes = 65_536, ...run }: WholeRun): Promise<string> {
  const git = startGit(run)
  Readable.from(input).pipe(git.stdin)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of git.stdout as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > outputBytes) {
      git.kill()
      break
    }
    chunks.push(chunk)
  }
  await git.ended
  return Buffer.concat(chunks).toString('utf8')
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It had gone already.
  }
}
