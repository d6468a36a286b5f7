import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * A process that is busy does not notice that its parent is gone, and one that an author keeps busy for ever would
 * outlive the service. So a shell holds the list of them, and ends them when its input ends: that is when the parent
 * is gone, however it went.
 */
const script = `
  trap '' INT TERM HUP
  ids=' '
  while read -r sign id; do
    case $sign in
      +) ids="$ids$id " ;;
      -) case $ids in *" $id "*) ids="\${ids%% $id *} \${ids#* $id }" ;; esac ;;
    esac
  done
  for id in $ids; do kill -9 "$id"; done 2>/dev/null`

let shell: ChildProcess | undefined

export function endWithParent(child: ChildProcess): void {
  const id = child.pid
  if (id === undefined || process.platform === 'win32') return
  shell ??= startShell()
  shell.stdin?.write(`+ ${id}\n`)
  child.once('exit', () => shell?.stdin?.write(`- ${id}\n`))
}

function startShell(): ChildProcess {
  const started = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], env: {} })
  // Whoever ends it, or has no shell, loses only what it would have ended.
  started.on('error', () => {})
  started.stdin.on('error', () => {})
  started.once('exit', () => {
    shell = undefined
  })
  started.unref()
  ;(started.stdin as unknown as Socket).unref()
  return started
}
