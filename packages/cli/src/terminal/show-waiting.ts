import type { WriteStream } from 'node:tty'
import { formatDuration } from './format.ts'

/** On a terminal a line that counts the time; nothing elsewhere. */
export function showWaiting(stream: WriteStream, text: string): Disposable {
  if (!stream.isTTY) return { [Symbol.dispose]: () => {} }
  const startedAt = performance.now()
  const write = () => stream.write(`\r${text} ${formatDuration((performance.now() - startedAt) / 1000)}\u001b[K`)
  write()
  const timer = setInterval(write, 1000)
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      stream.write('\r\u001b[K')
    },
  }
}
