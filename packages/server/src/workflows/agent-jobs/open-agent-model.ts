import { type Model, openModel } from '@bindery/agent'
import { AgentJobFailure } from '../../core/agent-jobs/agent-job-failure.ts'
import type { AgentJobOrder } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import { createGuardedFetch, createOperatorFetch } from '../../outbound/guarded-fetch.ts'
import type { WorkerContext } from '../worker/worker-context.ts'
import { readModelKey } from './read-secrets.ts'

type Parts = Pick<WorkerContext, 'db' | 'credentialKeys' | 'model' | 'git'>

/**
 * The project's own model, else the installation's. The operator's endpoint is asked wherever it is: he named it. One that a
 * project names is an address from outside, and goes through the guard that repositories go through.
 */
export async function openAgentJobModel(
  context: Parts,
  { model, projectModel, projectId }: AgentJobOrder,
): Promise<Model> {
  if (projectModel) {
    const { provider, baseUrl } = projectModel
    const apiKey = await readModelKey(context, projectId)
    return openModel({
      provider,
      model,
      ...(baseUrl && { baseUrl }),
      ...(apiKey && { apiKey }),
      fetch: createGuardedFetch(context.git),
    })
  }
  if (context.model) {
    const { provider, baseUrl, apiKey } = context.model
    const fetch = createOperatorFetch(context.git)
    return openModel({ provider, model, ...(baseUrl && { baseUrl }), ...(apiKey && { apiKey }), fetch })
  }
  throw new AgentJobFailure(
    'model_not_configured',
    'No model is configured, so no agent can work. Ask the operator to set BINDERY_MODEL_PROVIDER, or give the project a model of its own.',
  )
}
