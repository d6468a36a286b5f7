import { ModelError } from '@bindery/agent'
import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Logger } from 'pino'
import { type AgentJobErrorCode, AgentJobFailure, StaleAgentJob } from '../../core/agent-jobs/agent-job-failure.ts'
import type { StepName } from '../../core/steps/step-labels.ts'
import { isEngineStop } from '../../engine/is-engine-stop.ts'
import { isGivenUp, type StepBody, type StepOptions, type StepRunner } from '../../engine/step.ts'
import { HostError } from '../../git/hosts/host-error.ts'
import { PushError } from '../../git/push/push-error.ts'
import { GitError, type GitErrorCode } from '../../outbound/git-error.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { readNoSpace } from '../cache/read-no-space.ts'
import { ProcessingFailed } from '../tasks/processing-failed.ts'

export type AgentJobStep = <T>(
  name: StepName,
  options: Omit<StepOptions, 'isTransient'>,
  run: StepBody<T>,
) => Promise<T>

/** What another attempt may fix. */
const transientCodes: ReadonlySet<AgentJobErrorCode> = new Set([
  'repository_unreachable',
  'model_unreachable',
  'storage_unavailable',
  'no_disk_space',
  'timed_out',
  'internal_error',
])

/** Steps whose errors have a code and a sentence before the engine remembers them; the cause goes to the log alone. */
export function createAgentJobStep(steps: StepRunner, log: Logger): AgentJobStep {
  return (name, options, run) =>
    steps.step(name, { attempts: 4, ...options, isTransient }, async (signal, turns) => {
      try {
        return await run(signal, turns)
      } catch (error) {
        if (isEngineStop(signal.reason)) throw signal.reason
        const failure = toAgentJobFailure(error)
        if (failure instanceof StaleAgentJob) throw failure
        const level = isTransient(failure) ? 'warn' : 'info'
        log[level]({ workflow: DBOS.workflowID, step: name, err: failure }, 'a step failed')
        throw readAgentJobFailure(failure)
      }
    })
}

const gitCodes: Partial<Record<GitErrorCode, AgentJobErrorCode>> = {
  repository_auth_failed: 'authentication_failed',
  repository_too_large: 'source_too_large',
  repository_timeout: 'repository_unreachable',
}

/** Gives any error the code and the sentence that the job will show; what is ours alone stays in `cause`. */
function toAgentJobFailure(error: unknown): AgentJobFailure | StaleAgentJob {
  if (error instanceof AgentJobFailure || error instanceof StaleAgentJob) return error
  if (error instanceof ProcessingFailed)
    return new AgentJobFailure('processing_failed', error.message, { cause: error })
  if (error instanceof ModelError) {
    const code = error.code === 'model_answer_invalid' ? 'model_unreachable' : error.code
    return new AgentJobFailure(code, error.message, { cause: error })
  }
  if (error instanceof GitError || error instanceof PushError || error instanceof HostError) {
    const code = gitCodes[error.code as GitErrorCode] ?? (error.code as AgentJobErrorCode)
    return new AgentJobFailure(code, error.message, { cause: error })
  }
  if (error instanceof StorageError) {
    const sentence =
      'The object storage did not answer as it should, after several attempts. Send the job a message to try again.'
    return new AgentJobFailure('storage_unavailable', sentence, { cause: error })
  }
  const noSpace = readNoSpace(error)
  if (noSpace) {
    const code = noSpace.code === 'busy' ? 'no_disk_space' : 'source_too_large'
    return new AgentJobFailure(code, noSpace.message, { cause: error })
  }
  return internalError(error)
}

interface Remembered {
  name: string
  message: string
  code: AgentJobErrorCode
  errors?: unknown[]
  timeoutMS?: number
}

/** The engine revives errors as plain ones and wraps the last of several attempts, so this goes by names. */
export function readAgentJobFailure(error: unknown): AgentJobFailure {
  const { name, message, code, errors, timeoutMS } = error as Remembered
  if (name === 'AgentJobFailure') return new AgentJobFailure(code, message)
  if (isGivenUp(error)) return new AgentJobFailure('internal_error', `${message} Tell the operator.`)
  if (errors) return readAgentJobFailure(errors.at(-1))
  if (timeoutMS !== undefined) {
    return new AgentJobFailure(
      'timed_out',
      'A step of the job took longer than it may. Send the job a message to try again.',
    )
  }
  return internalError(error)
}

function isTransient(error: unknown): boolean {
  if ((error as Error).name === 'StaleAgentJob') return false
  return transientCodes.has(readAgentJobFailure(error).code)
}

function internalError(cause: unknown): AgentJobFailure {
  const sentence =
    "The job failed for a reason on the service's side. Send it a message to try again; if it fails again, tell the operator."
  return new AgentJobFailure('internal_error', sentence, { cause })
}
