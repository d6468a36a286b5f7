import { getPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type AskParent, serveTasks } from '../src/pipeline/pool/serve-tasks.ts'

let held: unknown

const tasks = {
  echo: (value: unknown) => value,
  pid: () => process.pid,
  priority: () => getPriority(),
  environment: () => Object.keys(process.env).filter((name) => !name.startsWith('NODE_CHANNEL')),
  /** Gives what was held before. */
  hold(value: unknown) {
    const before = held
    held = value
    return before
  },
  ask: async (question: string, ask: AskParent) => `heard ${await ask(question, 1)}`,
  refuse() {
    throw Object.assign(new TypeError('It is refused.'), { code: 'refused' })
  },
  sleep: (ms: number) => delay(ms),
  hang() {
    for (;;);
  },
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  grow() {
    const held: unknown[] = []
    for (;;) held.push(Array.from({ length: 1e5 }, Math.random))
  },
}

/** The entry of a process for tests of a pool: tasks that end well, badly, late or never. */
serveTasks(tasks, () => {
  held = undefined
})
