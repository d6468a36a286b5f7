import { readdirSync, readFileSync } from 'node:fs'
import type { MemoryGroup } from './memory-group.ts'

/**
 * Where a machine has no control groups: what a process and all below it hold is added up, and what the kernel would have
 * killed is what went past the limit. Weaker, since between two looks it may have been more; so whoever uses it says so.
 */
export function sampleProcesses(findRoot: () => number | undefined, limitBytes: number): MemoryGroup {
  let killed = 0
  return {
    kind: 'no control group on this machine: resident memory, sampled',
    command: [],
    usedBytes() {
      const root = findRoot()
      const used = root === undefined ? 0 : sumBelow(root)
      if (used > limitBytes) killed += 1
      return used
    },
    killed: () => killed,
    async [Symbol.asyncDispose]() {},
  }
}

function sumBelow(root: number): number {
  const statuses = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStatus)
  const below = new Set([root])
  // As deep as git's helpers of helpers are.
  for (let depth = 0; depth < 6; depth++) for (const { id, parent } of statuses) if (below.has(parent)) below.add(id)
  return statuses.reduce((sum, { id, anonymous }) => sum + (below.has(id) ? anonymous : 0), 0)
}

function readStatus(name: string) {
  const status = readOr(`/proc/${name}/status`)
  const field = (pattern: RegExp) => Number(pattern.exec(status)?.[1] ?? 0)
  return {
    id: Number(name),
    parent: field(/^PPid:\s+(\d+)/m),
    anonymous: field(/^RssAnon:\s+(\d+)/m) * 1024,
  }
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
