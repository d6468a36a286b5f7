import { ModelError } from '@bindery/agent'
import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Logger } from 'pino'
import { type EditErrorCode, EditFailure, StaleEdit } from '../../core/edits/edit-failure.ts'
import { isEngineStop } from '../../engine/is-engine-stop.ts'
import type { StepBody, StepOptions, StepRunner } from '../../engine/step.ts'
import { HostError } from '../../git/hosts/host-error.ts'
import { PushError } from '../../git/push/push-error.ts'
import { GitError, type GitErrorCode } from '../../outbound/git-error.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { readNoSpace } from '../cache/read-no-space.ts'
import { ProcessingFailed } from '../tasks/processing-failed.ts'

export type EditStep = <T>(name: string, options: Omit<StepOptions, 'isTransient'>, run: StepBody<T>) => Promise<T>

/** What another attempt may fix. */
const transientCodes: ReadonlySet<EditErrorCode> = new Set([
  'repository_unreachable',
  'model_unreachable',
  'storage_unavailable',
  'no_disk_space',
  'timed_out',
  'internal_error',
])

/** Steps whose errors have a code and a sentence before the engine remembers them; the cause goes to the log alone. */
export function createEditStep(steps: StepRunner, log: Logger): EditStep {
  return (name, options, run) =>
    steps.step(name, { attempts: 4, ...options, isTransient }, async (signal, turns) => {
      try {
        return await run(signal, turns)
      } catch (error) {
        if (isEngineStop(signal.reason)) throw signal.reason
        const failure = toEditFailure(error)
        if (failure instanceof StaleEdit) throw failure
        const level = isTransient(failure) ? 'warn' : 'info'
        log[level]({ workflow: DBOS.workflowID, step: name, err: failure }, 'a step failed')
        throw readEditFailure(failure)
      }
    })
}

const gitCodes: Partial<Record<GitErrorCode, EditErrorCode>> = {
  repository_auth_failed: 'authentication_failed',
  repository_too_large: 'source_too_large',
  repository_timeout: 'repository_unreachable',
}

/** Gives any error the code and the sentence that the job will show; what is ours alone stays in `cause`. */
function toEditFailure(error: unknown): EditFailure | StaleEdit {
  if (error instanceof EditFailure || error instanceof StaleEdit) return error
  if (error instanceof ProcessingFailed) return new EditFailure('processing_failed', error.message, { cause: error })
  if (error instanceof ModelError) {
    const code = error.code === 'model_answer_invalid' ? 'model_unreachable' : error.code
    return new EditFailure(code, error.message, { cause: error })
  }
  if (error instanceof GitError || error instanceof PushError || error instanceof HostError) {
    const code = gitCodes[error.code as GitErrorCode] ?? (error.code as EditErrorCode)
    return new EditFailure(code, error.message, { cause: error })
  }
  if (error instanceof StorageError) {
    const sentence =
      'The object storage did not answer as it should, after several attempts. Send the job a message to try again.'
    return new EditFailure('storage_unavailable', sentence, { cause: error })
  }
  const noSpace = readNoSpace(error)
  if (noSpace) {
    const code = noSpace.code === 'busy' ? 'no_disk_space' : 'source_too_large'
    return new EditFailure(code, noSpace.message, { cause: error })
  }
  return internalError(error)
}

interface Remembered {
  name: string
  message: string
  code: EditErrorCode
  errors?: unknown[]
  timeoutMS?: number
}

/** The engine revives errors as plain ones and wraps the last of several attempts, so this goes by names. */
export function readEditFailure(error: unknown): EditFailure {
  const { name, message, code, errors, timeoutMS } = error as Remembered
  if (name === 'EditFailure') return new EditFailure(code, message)
  if (errors) return readEditFailure(errors.at(-1))
  if (timeoutMS !== undefined) {
    return new EditFailure(
      'timed_out',
      'A step of the job took longer than it may. Send the job a message to try again.',
    )
  }
  return internalError(error)
}

function isTransient(error: unknown): boolean {
  if ((error as Error).name === 'StaleEdit') return false
  return transientCodes.has(readEditFailure(error).code)
}

function internalError(cause: unknown): EditFailure {
  const sentence =
    "The job failed for a reason on the service's side. Send it a message to try again; if it fails again, tell the operator."
  return new EditFailure('internal_error', sentence, { cause })
}
