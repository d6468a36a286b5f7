import { readdir, readFile } from 'node:fs/promises'

export interface MemoryWatch extends Disposable {
  /** The largest resident size that any process below this one has had, in MB. */
  peakMb(): number
}

/** Looks at the children of this process and theirs, ten times a second; the kernel keeps each one's own peak. */
export function watchMemory(): MemoryWatch {
  let peak = 0
  const timer = setInterval(async () => {
    for (const size of await peaksBelow(process.pid)) peak = Math.max(peak, size)
  }, 100)
  return { peakMb: () => Math.round(peak / 1024), [Symbol.dispose]: () => clearInterval(timer) }
}

async function peaksBelow(ancestor: number): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const statuses = await Promise.all(ids.map((id) => readFile(`/proc/${id}/status`, 'utf8').catch(() => '')))
  const processes = statuses.map((status) => ({
    id: Number(/^Pid:\s+(\d+)/m.exec(status)?.[1]),
    parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]),
    peak: Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0),
  }))
  const below = new Set([ancestor])
  // Twice: the build itself, then its render children.
  for (let depth = 0; depth < 2; depth++) for (const { id, parent } of processes) if (below.has(parent)) below.add(id)
  below.delete(ancestor)
  return processes.filter(({ id }) => below.has(id)).map((one) => one.peak)
}
