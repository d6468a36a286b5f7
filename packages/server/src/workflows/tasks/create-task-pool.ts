import { type MemoryBudget, type PoolTask, ProcessEnded, ProcessPool } from '@bindery/site/parent'
import { type ExportErrorCode, ExportFailure } from '../../core/exports/export-failure.ts'
import { pauseStep } from '../../engine/step.ts'
import { GitError, type GitErrorCode } from '../../outbound/git-error.ts'
import { type Lease, NoSpace } from '../cache/space.ts'
import type { Handlers } from './handlers.ts'
import { answerRoom } from './remote-meter.ts'

export type TaskName = keyof Handlers
export type TaskInput<Name extends TaskName> = Parameters<Handlers[Name]>[0]
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Handlers[Name]>>

export interface TaskPoolSettings {
  processes: number
  memoryMb: number
  residentMb: number
  /** What a task of a small site may take. */
  deadlineMs: number
  budget?: MemoryBudget | undefined
}

export interface TaskOptions {
  /** Whose it is: organizations take turns. */
  group: string
  /** Lower goes first: what is nearer to its end frees more. */
  rank?: number
  /** How much it has to read: a large site has more time. */
  bytes?: number
  /** Takes what it writes. */
  room?: Lease
  /** Answers what it asks for, beside room. */
  asks?: object
  /** Hears of a process that the task has ended. It is tried again, in a fresh one, unless this throws. */
  onProcessEnded(ended: ProcessEnded): Promise<void>
  signal: AbortSignal
}

export interface TaskPool extends AsyncDisposable {
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>, options: TaskOptions): Promise<TaskResult<Name>>
  /** Ends idle processes. */
  rest(): void
}

// From the sources a test sees what was edited, with no build; the build joins all that this imports (join-processes.ts).
const isBuilt = !import.meta.url.endsWith('.ts')
const entry = new URL(isBuilt ? '../../joined/task-process.mjs' : './child.ts', import.meta.url)

// Ten times what the slowest task takes for a mebibyte on a calm machine.
const msPerMebibyte = 200
const mostTimes = 4

/** Processes that do what must not be done in the worker itself. */
export function createTaskPool({ deadlineMs, residentMb, ...settings }: TaskPoolSettings): TaskPool {
  const pool = new ProcessPool({
    ...settings,
    entry,
    ahead: 1,
    tasksOfProcess: 200,
    patienceMs: 3_000,
    idleMs: 60_000,
    // Of the processor 2,100 ms for a small change of 4,800 pages, and 2,460 with a nursery as small as that for rendering.
    semiSpaceMb: 16,
    // For git, which reads the repository.
    path: process.env.PATH ?? '/usr/bin:/bin',
  })

  /** While it waits for a process its step does not count as running. */
  async function runInTurn(task: PoolTask): Promise<unknown> {
    const { promise: begun, resolve: onBegin } = Promise.withResolvers<void>()
    const result = pool.run({ ...task, onBegin })
    await pauseStep(Promise.race([begun, result]))
    return await result
  }

  async function run(name: string, input: unknown, options: TaskOptions): Promise<unknown> {
    const { group, rank, bytes = 0, room, signal } = options
    const returnRoom = room?.mark()
    const allowed = Math.min(deadlineMs * mostTimes, deadlineMs + (bytes / 1024 ** 2) * msPerMebibyte)
    const task = { name, input, group, rank, deadlineMs: allowed, residentMb, ask: createAnswers(options), signal }
    const abandon = () => pool.abandon(signal)
    signal.addEventListener('abort', abandon, { once: true })
    try {
      for (let alone = false; ; alone = true) {
        const outcome = await runInTurn({ ...task, alone }).catch(toProcessEnded)
        if (!(outcome instanceof ProcessEnded)) return outcome
        await options.onProcessEnded(outcome)
        // What it wrote is written over by the next attempt.
        returnRoom?.()
      }
    } finally {
      signal.removeEventListener('abort', abandon)
    }
  }

  return {
    run: run as TaskPool['run'],
    rest: () => pool.rest(),
    [Symbol.asyncDispose]: () => pool.close(),
  }
}

function createAnswers({ room, asks, signal }: TaskOptions) {
  const answers: Record<string, (value: never) => Promise<unknown>> = {
    ...(room && answerRoom(room, signal)),
    ...asks,
  }
  return async (name: string, value: unknown) => {
    const answer = answers[name]
    if (!answer) throw new Error(`A task asked for "${name}", which it was not given.`)
    return answer(value as never)
  }
}

function toProcessEnded(error: unknown): ProcessEnded {
  if (error instanceof ProcessEnded) return error
  throw reviveFailure(error as Error & { code?: string })
}

/** An error of a task comes without its class; those that say something to an author or an operator get it back. */
function reviveFailure(error: Error & { code?: string }): Error {
  const { name, code, message } = error
  if (name === 'ExportFailure') return new ExportFailure(code as ExportErrorCode, message)
  if (name === 'GitError') return new GitError(code as GitErrorCode, message, { cause: error })
  if (name === 'NoSpace') return new NoSpace(code as NoSpace['code'], message)
  return error
}
