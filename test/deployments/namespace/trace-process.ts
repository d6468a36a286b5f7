import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Starts Node with every call written down that could send something; `-D` leaves the process ours, not the tracer's. */
export function startTraced(args: string[], trace: string): ChildProcess {
  const calls = ['-e', 'trace=connect,sendto,sendmsg,sendmmsg', '-e', 'signal=none']
  const options = ['-D', '-f', '-qq', ...calls, '-o', trace]
  return spawn('strace', [...options, process.execPath, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Calls to an address that is not this machine's, and to whoever knows names. */
export async function readAttempts(trace: string): Promise<string[]> {
  const calls = (await readFile(trace, 'utf8')).split('\n')
  return calls.filter((call) => isLookup(call) || (isInternet(call) && !isLoopback(call)))
}

/** A resolver may listen on this very machine; a name is asked for all the same. */
function isLookup(call: string): boolean {
  return /sin6?_port=htons\(53\)|nscd|systemd\.resolve|resolved/.test(call)
}

function isInternet(call: string): boolean {
  return /sa_family=AF_INET6?\b/.test(call)
}

function isLoopback(call: string): boolean {
  return /inet_addr\("127\.|inet_pton\(AF_INET6, "::(?:1|ffff:127\.[\d.]+)"/.test(call)
}
