import { writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import {
  type AskReply,
  type FromProcess,
  reviveError,
  sendError,
  type TaskRequest,
  type ToProcess,
} from './messages.ts'

/** Asks the parent for something that only it has, such as room on the disk. */
export type AskParent = (name: string, value?: unknown) => Promise<unknown>

export type TaskHandler = (input: never, ask: AskParent) => unknown

/**
 * Makes this process one of a pool: it does one task after the other until its parent is gone. Authors' bytes are read
 * here and not there: whatever they do to this process, the pool sees it end and knows which task it was at.
 */
export function serveTasks(
  handlers: Record<string, TaskHandler>,
  /** Called before a task of another group than the one before: what was held for that one must go. */
  onOtherGroup: () => void = () => {},
): void {
  goFirst()
  // Where NODE_COMPILE_CACHE is set: at its end, which is mostly a kill, nothing would be written.
  flushCompileCache()
  let turn: Promise<void> = Promise.resolve()
  let lastGroup: string | undefined
  const questions = createQuestions()
  process.on('message', (message: ToProcess) => {
    if ('ask' in message) questions.answer(message)
    else turn = turn.then(async () => send(await perform(message)))
  })
  process.on('disconnect', () => process.exit(0))
  // Sent to the whole group of the worker: it ends its processes itself, when they have done what it waits for.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  void send({ ready: true })

  async function perform({ id, name, input, group }: TaskRequest): Promise<FromProcess> {
    try {
      if (group !== lastGroup) onOtherGroup()
      lastGroup = group
      const handler = handlers[name]
      if (!handler) throw new Error(`This process has no task "${name}".`)
      return { id, result: await handler(input as never, (what, value) => questions.ask(id, what, value)) }
    } catch (error) {
      return { id, error: sendError(error) }
    }
  }
}

function createQuestions() {
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let last = 0
  return {
    ask: (id: number, name: string, value: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        open.set(++last, { resolve, reject })
        void send({ id, ask: last, name, value })
      }),
    answer({ ask, value, error }: AskReply) {
      const question = open.get(ask)
      open.delete(ask)
      if (error) question?.reject(reviveError(error))
      else question?.resolve(value)
    },
  }
}

/** Ends when the words are out: if the next task ends this process, the pool must know that this one was done. */
function send(message: FromProcess): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve())
  })
}

/** When the machine has no memory left the kernel ends one of these, and not the worker that would start them again. */
function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not Linux, or not ours to say.
  }
}
