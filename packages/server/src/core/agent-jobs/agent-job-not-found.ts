import { AppError } from '../app-error.ts'

/** Names no id: the answer for another organization's job is the same to the byte as for one that never was. */
export function agentJobNotFound(): AppError {
  return new AppError('agent_job_not_found', 'This project has no agent job with this id.')
}
