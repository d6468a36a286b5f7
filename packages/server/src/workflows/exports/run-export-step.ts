import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Logger } from 'pino'
import { StaleExport } from '../../core/exports/export-failure.ts'
import type { StepName } from '../../core/steps/step-labels.ts'
import { isEngineStop } from '../../engine/is-engine-stop.ts'
import type { StepBody, StepOptions, StepRunner } from '../../engine/step.ts'
import { isTransient, readFailure, toFailure } from './to-failure.ts'

export type ExportStep = <T>(name: StepName, options: Omit<StepOptions, 'isTransient'>, run: StepBody<T>) => Promise<T>

/**
 * Steps whose errors have a code and a sentence before the engine remembers them. The cause goes to the log and no
 * further: the engine's tables are no place for it. What may pass is tried again, six times in half a minute.
 */
export function createExportStep(steps: StepRunner, log: Logger): ExportStep {
  return (name, options, run) =>
    steps.step(name, { attempts: 6, ...options, isTransient }, async (signal, turns) => {
      try {
        return await run(signal, turns)
      } catch (error) {
        // Cancelled: what broke off because of it is no failure of the step.
        if (isEngineStop(signal.reason)) throw signal.reason
        const failure = toFailure(error)
        if (failure instanceof StaleExport) throw failure
        // What the author can fix stands in the job; the rest is for the operator.
        const level = isTransient(failure) ? 'warn' : 'info'
        log[level]({ workflow: DBOS.workflowID, step: name, err: failure }, 'a step failed')
        throw readFailure(failure)
      }
    })
}
