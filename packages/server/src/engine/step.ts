import { AsyncLocalStorage } from 'node:async_hooks'
import { DBOS, DBOSWorkflowConflictError, Error as EngineErrors } from '@dbos-inc/dbos-sdk'
import { createGate, type Turn } from './gate.ts'
import { isEngineStop } from './is-engine-stop.ts'
import type { Presence } from './presence.ts'
import { createRunningSteps } from './running-steps.ts'
import type { StepKey, StepRecords, StepStart } from './step-records.ts'

export interface StepOptions {
  /** Of one attempt, once it has its turn. Its signal fires then, and the attempt's result no longer counts. */
  timeoutMs: number
  /** How often it is tried, with back-off from one second; for steps that touch the outside. */
  attempts?: number
  /** Which failures another attempt may fix. */
  isTransient?: (error: unknown) => boolean
  /** A heavy step waits for its turn among the others of this process. */
  turn?: StepTurn
}

export interface StepTurn extends Turn {
  /** `work` unless said: of the processor. `fetches` run git, each with as much memory as a share of the container. */
  of?: 'work' | 'fetches'
}

/** How many steps a process runs at once of those that wait for a turn. */
export interface StepWidths {
  work: number
  fetches: number
}

/** The turns of a step under way. */
export interface StepTurns {
  /** Lets the next one in before the step has ended. */
  end(): void
  /** Waits for a turn in the middle of the step. */
  enter(turn: StepTurn): Promise<Disposable>
}

export type StepBody<T> = (signal: AbortSignal, turns: StepTurns) => Promise<T>

/** The steps that run on this worker, each as it sees itself. */
const currentStep = new AsyncLocalStorage<{ pause<T>(waiting: Promise<T>): Promise<T> }>()

/**
 * Waits for something that need not come before this worker ends: until then the step does not count as running, and if
 * the worker ends meanwhile, another takes it up from its beginning.
 */
export function pauseStep<T>(waiting: Promise<T>): Promise<T> {
  return currentStep.getStore()?.pause(waiting) ?? waiting
}

export interface StepRunner {
  /** Runs once and is remembered: a replay gets the result without running it. It may run twice if killed at its end. */
  step<T>(name: string, options: StepOptions, run: StepBody<T>): Promise<T>
  /** Starts no further step, and waits for those that run: true if all ended in time. */
  drain(timeoutMs: number): Promise<boolean>
  /** Ends workflows that wait for a step after `drain`. The engine must not be able to record that. */
  abandon(): void
}

// A backstop of the engine's own for a step that waits for its turn.
const longestWaitMs = 6 * 60 * 60_000

/** Deaths after which a step runs alone in its process, and deaths alone after which it fails. */
const deathsBeforeAlone = 2
const deathsAloneBeforeFailure = 3
const waitForOthersMs = 10 * 60_000

/** Error of a step during which too many workers ended. */
class StepGivenUp extends Error {
  override readonly name = 'StepGivenUp'

  constructor(label: string, deaths: number) {
    super(
      `The step “${label}” was given up: ${deaths} workers ended during it, the last ${deathsAloneBeforeFailure} while it ran alone.`,
    )
  }
}

export interface StepParts {
  records: StepRecords
  presence?: Pick<Presence, 'stay'>
  /** Label of a step in errors. */
  labelOf?(name: string): string
}

/** The widths bound the memory of a worker, and let exports end one by one instead of all together at last. */
export function createStepRunner({ work, fetches }: StepWidths, parts: StepParts): StepRunner {
  const { records, presence, labelOf = (name) => name } = parts
  // The last way in is not for one organization alone: its hosts may hold a fetch for ten minutes.
  const gates = { work: createGate(work), fetches: createGate(fetches, Math.max(1, fetches - 1)) }
  const running = createRunningSteps<object>()
  const abandoned = new AbortController()

  async function step<T>(name: string, options: StepOptions, run: StepBody<T>): Promise<T> {
    const { timeoutMs, attempts = 1, isTransient = () => true } = options
    const self = {}
    const outcome = DBOS.runStep(() => runAttempt(self, name, options, run), {
      name,
      timeoutMS: timeoutMs + longestWaitMs,
      retriesAllowed: attempts > 1,
      maxAttempts: attempts,
      intervalSeconds: 1,
      backoffRate: 2,
      shouldRetry: (error) => !isEngineStop(error) && !isGivenUp(error) && isTransient(error),
    })
    return outcome.finally(() => running.leave(self))
  }

  async function runAttempt<T>(self: object, name: string, options: StepOptions, run: StepBody<T>): Promise<T> {
    const cancelled = stepSignal()
    const pause = async <Result>(waiting: Promise<Result>) => {
      running.leave(self)
      const result = await waiting
      await running.enter(self)
      return result
    }
    const enter = (turn: StepTurn) =>
      pause(gates[turn.of ?? 'work'].enter(turn, AbortSignal.any([cancelled, abandoned.signal])))
    using inside = await (options.turn ? enter(options.turn) : pause(Promise.resolve(undefined)))
    const key = { workflowId: DBOS.workflowID ?? '', number: DBOS.stepID ?? 0, name }
    const started = await records.start(key, deathsBeforeAlone)
    using alone = started.deaths < deathsBeforeAlone ? undefined : await runAlone(key, started)
    const turns = {
      // No other step runs, so there are no turns to wait for.
      enter: alone ? async () => ({ [Symbol.dispose]() {} }) : enter,
      end: () => inside?.[Symbol.dispose](),
    }
    const body = (signal: AbortSignal) => currentStep.run({ pause }, () => run(signal, turns))
    const work = withinTime(name, options.timeoutMs, cancelled, (signal) => stayFor(body(signal)))
    return await recorded(work, key, started.attempt)

    async function runAlone(key: StepKey, { attempt, deaths, deathsAlone }: StepStart) {
      if (deathsAlone >= deathsAloneBeforeFailure) throw new StepGivenUp(labelOf(name), deaths)
      inside?.[Symbol.dispose]()
      running.leave(self)
      using entering = new DisposableStack()
      const alone = entering.use(await running.enterAlone(self, waitForOthersMs))
      await records.startLate(key, attempt, alone.isAlone)
      entering.move()
      return alone
    }
  }

  /** A failed update of the row does not fail the step: its result counts. */
  async function recorded<T>(work: Promise<T>, key: StepKey, attempt: number): Promise<T> {
    const end = (failed: boolean) => records.end(key, attempt, failed).catch(() => {})
    try {
      const result = await work
      await end(false)
      return result
    } catch (error) {
      await end(true)
      throw error
    }
  }

  async function stayFor<T>(work: Promise<T>): Promise<T> {
    using _inside = presence?.stay(DBOS.workflowID ?? '')
    return await work
  }

  async function drain(timeoutMs: number): Promise<boolean> {
    for (const gate of Object.values(gates)) gate.close()
    const hasEnded = await running.drain(timeoutMs)
    if (!hasEnded) await records.endAll()
    return hasEnded
  }

  function abandon(): void {
    const reason = new DBOSWorkflowConflictError('')
    abandoned.abort(reason)
    running.abandon(reason)
  }

  return { step, drain, abandon }
}

/** Checks the name, because the engine restores errors without their class. */
export function isGivenUp(error: unknown): boolean {
  return (error as Error | undefined)?.name === 'StepGivenUp'
}

/** An attempt that takes too long is left to itself: its signal tells it to end, and nobody waits for what it says. */
async function withinTime<T>(
  name: string,
  timeoutMs: number,
  cancelled: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new EngineErrors.DBOSStepTimeoutError(name, timeoutMs)
      late.abort(error)
      reject(error)
    }, timeoutMs)
  })
  return Promise.race([run(AbortSignal.any([cancelled, late.signal])), timedOut]).finally(() => clearTimeout(timer))
}

function stepSignal(): AbortSignal {
  const { timeoutSignal, cancelSignal } = DBOS.stepStatus ?? {}
  return AbortSignal.any([timeoutSignal, cancelSignal].filter((signal) => signal !== undefined))
}
