import { unwatchFile, watchFile } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

// Most editors and `kubectl cp` empty a file before they write it: half of a configuration must not be followed.
const settleMs = 100

/**
 * Tells the text of a file when it has changed. The file is looked at again and again: in Kubernetes its folder is a
 * link that is replaced as a whole, of which no watch on the file itself would hear, and network disks tell nothing.
 */
export function watchConfig(
  path: string,
  text: string,
  onChange: (text: string) => void,
  intervalMs = 1000,
): Disposable {
  let known = text
  // It may be gone for the moment in which it is replaced.
  const read = () => readFile(path, 'utf8').catch(() => known)
  const look = async (): Promise<void> => {
    const now = await read()
    if (now === known) return
    await wait(settleMs, undefined, { ref: false })
    if ((await read()) !== now) return look()
    if (now === known) return
    known = now
    onChange(now)
  }
  watchFile(path, { interval: intervalMs, persistent: false }, look)
  return { [Symbol.dispose]: () => unwatchFile(path, look) }
}
