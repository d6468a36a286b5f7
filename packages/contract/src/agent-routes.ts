import { z } from 'zod'
import { agentEventPage, eventCursor } from './agent-event.ts'
import {
  agentJob,
  agentJobCursor,
  agentJobPage,
  agentJobStatus,
  createAgentJobBody,
  messageAgentJobBody,
} from './agent-job.ts'
import { bodyErrors, defineRoute, keyErrors, pollHeaders } from './route.ts'

const projectParameter = { projectId: 'Project identifier, obtainable from the API keys page of the dashboard.' }
const jobParameters = { ...projectParameter, id: 'Unique identifier of the agent job.' }
const onceErrors = [
  'idempotency_in_flight',
  'idempotency_mismatch',
  'quota_exceeded',
  'too_many_active',
  'monthly_budget_spent',
] as const
const noBody = { schema: z.strictObject({}), required: false }

export const createAgentJob = defineRoute({
  operation: 'createAgentJob',
  method: 'post',
  path: '/v2/agent/{projectId}/job',
  area: 'agent',
  scope: 'write',
  summary: 'Create agent job',
  description:
    "An agent works on the instruction against the project's repository. Its work may end in a pull request; poll the job.",
  parameters: projectParameter,
  body: { schema: createAgentJobBody, required: true },
  answer: {
    status: 201,
    schema: agentJob,
    description: 'The job, which is `active`.',
    headers: { Location: 'The path of the job.', 'Retry-After': 'Seconds until the first poll makes sense.' },
  },
  polled: false,
  idempotent: true,
  errors: [...keyErrors, ...bodyErrors, 'project_not_found', ...onceErrors, 'model_not_configured'],
})

export const listAgentJobs = defineRoute({
  operation: 'listAgentJobs',
  method: 'get',
  path: '/v2/agent/{projectId}/jobs',
  area: 'agent',
  scope: 'read',
  summary: 'List agent jobs',
  description: "The project's agent jobs, newest first.",
  parameters: projectParameter,
  query: z.strictObject({
    status: agentJobStatus.optional(),
    limit: z.coerce.number<string>().int().min(1).max(100).default(20),
    cursor: agentJobCursor.optional(),
  }),
  answer: { status: 200, schema: agentJobPage, description: 'One page of jobs.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, 'invalid_request', 'project_not_found'],
})

export const getAgentJob = defineRoute({
  operation: 'getAgentJob',
  method: 'get',
  path: '/v2/agent/{projectId}/job/{id}',
  area: 'agent',
  scope: 'read',
  summary: 'Get agent job',
  description: 'The current state and details of an agent job. Meant to be polled.',
  parameters: jobParameters,
  answer: { status: 200, schema: agentJob, description: 'The job.', headers: pollHeaders },
  polled: true,
  idempotent: false,
  errors: [...keyErrors, 'agent_job_not_found'],
})

export const messageAgentJob = defineRoute({
  operation: 'messageAgentJob',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/message',
  area: 'agent',
  scope: 'write',
  summary: 'Send message to agent job',
  description:
    'Gives a completed or failed job a further instruction: it becomes `active` again and goes on with the same branch and pull request.',
  parameters: jobParameters,
  body: { schema: messageAgentJobBody, required: true },
  answer: {
    status: 200,
    schema: agentJob,
    description: 'The job, which is `active` again.',
    headers: { 'Retry-After': 'Seconds until the first poll makes sense.' },
  },
  polled: false,
  idempotent: true,
  errors: [...keyErrors, ...bodyErrors, 'agent_job_not_found', ...onceErrors, 'agent_job_active', 'agent_job_archived'],
})

export const cancelAgentJob = defineRoute({
  operation: 'cancelAgentJob',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/cancel',
  area: 'agent',
  scope: 'write',
  summary: 'Cancel agent job',
  description:
    'Ends a job that is active: it becomes `failed` with the code `cancelled`. Cancelling again changes nothing. No body is needed.',
  parameters: jobParameters,
  body: noBody,
  answer: { status: 200, schema: agentJob, description: 'The cancelled job.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, ...bodyErrors, 'agent_job_not_found', 'agent_job_ended', 'agent_job_archived'],
})

export const archiveAgentJob = defineRoute({
  operation: 'archiveAgentJob',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/archive',
  area: 'agent',
  scope: 'write',
  summary: 'Archive agent job',
  description: 'Puts a completed or failed job away; it keeps its pull request. No body is needed.',
  parameters: jobParameters,
  body: noBody,
  answer: { status: 200, schema: agentJob, description: 'The archived job.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, ...bodyErrors, 'agent_job_not_found', 'agent_job_active', 'agent_job_archived'],
})

export const unarchiveAgentJob = defineRoute({
  operation: 'unarchiveAgentJob',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/unarchive',
  area: 'agent',
  scope: 'write',
  summary: 'Unarchive agent job',
  description: 'Makes an archived job again what it was: completed or failed. No body is needed.',
  parameters: jobParameters,
  body: noBody,
  answer: { status: 200, schema: agentJob, description: 'The job as it was.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, ...bodyErrors, 'agent_job_not_found', 'agent_job_not_archived'],
})

export const listAgentEvents = defineRoute({
  operation: 'listAgentEvents',
  method: 'get',
  path: '/v2/agent/{projectId}/job/{id}/events',
  area: 'agent',
  scope: 'read',
  summary: 'List events of an agent job',
  description:
    'The transcript: instructions, answers of the model, uses of tools, checks and how each turn ended, oldest first. Secrets are struck out.',
  parameters: jobParameters,
  query: z.strictObject({
    limit: z.coerce.number<string>().int().min(1).max(100).default(20),
    cursor: eventCursor.default('0'),
  }),
  answer: { status: 200, schema: agentEventPage, description: 'One page of events.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, 'invalid_request', 'agent_job_not_found'],
})
