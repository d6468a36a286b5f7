import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Logger } from 'pino'
import type { StepRunner } from '../engine/step.ts'
import { isTransient, toFailure } from './to-failure.ts'

export type ExportStep = <T>(
  name: string,
  options: { timeoutMs: number; attempts?: number },
  run: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

/**
 * Steps whose errors have a code and a sentence before the engine remembers them. The cause goes to the log and no
 * further. What may pass is tried again, four times in seven seconds.
 */
export function createExportStep(steps: StepRunner, log: Logger): ExportStep {
  return (name, { timeoutMs, attempts = 4 }, run) =>
    steps.step(name, { timeoutMs, attempts, isTransient }, async (signal) => {
      try {
        return await run(signal)
      } catch (error) {
        const failure = toFailure(error)
        // What the author can mend stands in the job; the rest is for the operator, with its cause.
        if (isTransient(failure)) log.warn({ workflow: DBOS.workflowID, step: name, err: failure }, 'a step failed')
        throw failure
      }
    })
}
