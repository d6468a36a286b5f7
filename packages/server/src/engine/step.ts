import { DBOS } from '@dbos-inc/dbos-sdk'

export interface StepOptions {
  /** Of one attempt. Its signal fires then, and the attempt's result no longer counts. */
  timeoutMs: number
  /** How often it is tried, with back-off from one second; for steps that touch the outside. */
  attempts?: number
  /** Which failures another attempt may mend. */
  isTransient?: (error: unknown) => boolean
}

export interface StepRunner {
  /** Runs once and is remembered: a replay gets the result without running it. It may run twice if killed at its end. */
  step<T>(name: string, options: StepOptions, run: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Starts no further step, and waits for those that run: true if all ended in time. */
  drain(timeoutMs: number): Promise<boolean>
}

export function createStepRunner(): StepRunner {
  const running = new Set<Promise<unknown>>()
  let draining = false

  return {
    async step(name, { timeoutMs, attempts = 1, isTransient = () => true }, run) {
      // The workflow stops here until the process ends; another worker takes it up at this very step.
      if (draining) await new Promise(() => {})
      const outcome = DBOS.runStep(() => run(stepSignal()), {
        name,
        timeoutMS: timeoutMs,
        retriesAllowed: attempts > 1,
        maxAttempts: attempts,
        intervalSeconds: 1,
        backoffRate: 2,
        shouldRetry: isTransient,
      })
      running.add(outcome)
      try {
        return await outcome
      } finally {
        running.delete(outcome)
      }
    },

    async drain(timeoutMs) {
      draining = true
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<false>((resolve) => {
        timer = setTimeout(resolve, timeoutMs, false)
      })
      const ended = Promise.allSettled(running).then(() => true)
      return Promise.race([ended, late]).finally(() => clearTimeout(timer))
    },
  }
}

function stepSignal(): AbortSignal {
  const { timeoutSignal, cancelSignal } = DBOS.stepStatus ?? {}
  return AbortSignal.any([timeoutSignal, cancelSignal].filter((signal) => signal !== undefined))
}
