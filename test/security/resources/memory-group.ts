import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Processes that share so much memory, as those of a container do. */
export interface MemoryGroup extends AsyncDisposable {
  /** What a command must begin with to run inside, and its children after it. */
  command: string[]
  /** What its processes hold and nobody could take from them: no file that is only cached. */
  usedBytes(): number
  /** How many of them the kernel has killed for want of memory. */
  killed(): number
  /** How it was made, for the reader. */
  kind: string
}

/** A control group of either version, if this machine lets us have one. */
export function openMemoryGroup(limitBytes: number): MemoryGroup | undefined {
  for (const version of [first, second]) {
    for (const parent of version.listParents()) {
      const folder = `${parent}/bindery-resources-${process.pid}`
      if (tryToMake(folder, version, limitBytes)) return describeGroup(folder, version)
    }
  }
  return undefined
}

interface Version {
  kind: string
  limit: string
  stat: { file: string; held: RegExp }
  kills: { file: string; count: RegExp }
  listParents(): string[]
}

const groups = () => readFileSync('/proc/self/cgroup', 'utf8')

const first: Version = {
  kind: 'control group v1',
  limit: 'memory.limit_in_bytes',
  stat: { file: 'memory.stat', held: /^total_rss (\d+)/m },
  kills: { file: 'memory.oom_control', count: /^oom_kill (\d+)/m },
  listParents() {
    const own = /^\d+:memory:(.*)$/m.exec(groups())?.[1]
    return own === undefined ? [] : [`/sys/fs/cgroup/memory${own}`, '/sys/fs/cgroup/memory']
  },
}

const second: Version = {
  kind: 'control group v2',
  limit: 'memory.max',
  stat: { file: 'memory.stat', held: /^anon (\d+)/m },
  kills: { file: 'memory.events', count: /^oom_kill (\d+)/m },
  listParents() {
    const own = /^0::(.*)$/m.exec(groups())?.[1]
    return own === undefined ? [] : [`/sys/fs/cgroup${own}`, '/sys/fs/cgroup']
  },
}

function tryToMake(folder: string, { limit, stat }: Version, limitBytes: number): boolean {
  try {
    mkdirSync(folder)
    writeFileSync(`${folder}/${limit}`, String(limitBytes))
    return existsSync(`${folder}/${stat.file}`)
  } catch {
    if (existsSync(folder)) rmdirSync(folder)
    return false
  }
}

function describeGroup(folder: string, { kind, stat, kills }: Version): MemoryGroup {
  const read = (file: string, pattern: RegExp) =>
    Number(pattern.exec(readFileSync(`${folder}/${file}`, 'utf8'))?.[1] ?? Number.NaN)
  return {
    kind,
    command: ['/bin/sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec "$@"`, 'sh'],
    usedBytes: () => read(stat.file, stat.held),
    killed: () => read(kills.file, kills.count),
    async [Symbol.asyncDispose]() {
      // It cannot go before the last process has.
      for (let tries = 0; tries < 100; tries++) {
        try {
          return rmdirSync(folder)
        } catch {
          await sleep(100)
        }
      }
    },
  }
}
