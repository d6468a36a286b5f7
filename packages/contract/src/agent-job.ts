import { z } from 'zod'
import { refName } from './export-job.ts'
import { cursorForm } from './ids.ts'

export const agentJobStatus = z.enum(['active', 'completed', 'archived', 'failed'])

/** Where a page of the list ended: the creation time of its last job in milliseconds, and its id. */
export const agentJobCursor = z.string().regex(cursorForm('agentJob'), 'must be the nextCursor of an earlier page')

const count = z.int().min(0)

/** The nine fields of the specification, and ours after them. It marks none as required, so the description does not either. */
export const agentJob = z
  .strictObject({
    id: z.string().meta({ description: 'Unique identifier of the agent job.' }),
    status: agentJobStatus.meta({ description: 'Current state of the job.' }),
    source: z
      .strictObject({
        repository: z.string().meta({ description: 'Full URL of the source repository.' }),
        ref: z.string().nullable().meta({ description: 'Git branch the agent works on.' }),
      })
      .meta({ description: 'Source repository information.' }),
    model: z.string().meta({ description: 'The AI model used for the job.' }),
    prLink: z.url().nullable().meta({
      description:
        'URL of the pull request created by the agent. Null while the job is `active`, or when no file was changed.',
    }),
    createdAt: z.iso.datetime().meta({ description: 'Creation timestamp of the job.' }),
    archivedAt: z.iso.datetime().nullable().meta({ description: 'Timestamp at which the job was archived.' }),
    title: z.string().nullable().meta({ description: 'What was done, in a line; null until a turn has completed.' }),
    summary: z.string().nullable().meta({ description: 'What was done and why, of the latest turn that completed.' }),
    errorCode: z.string().nullable().meta({ description: 'A stable word for the failure; null unless it failed.' }),
    error: z.string().nullable().meta({ description: 'Why the job failed; null unless it failed.' }),
    changedFiles: z.array(z.string()).meta({ description: 'The files that the job has changed, by their paths.' }),
    usage: z.strictObject({ inputTokens: count, outputTokens: count, steps: count }).meta({
      description:
        'What the job has cost so far, over all its turns. While a model call is under way, it contains an estimate for that call; after a job was cancelled during a call, the estimate stays.',
    }),
  })
  .meta({ id: 'AgentJob', description: 'An agent job.' })

export const agentJobPage = z
  .strictObject({
    jobs: z.array(agentJob),
    nextCursor: agentJobCursor
      .nullable()
      .meta({ description: 'Give it as `cursor` for the next page; null on the last.' }),
  })
  .meta({ id: 'AgentJobPage' })

const prompt = z.string().min(1).max(32_000)

export const createAgentJobBody = z
  .strictObject({
    prompt: prompt.meta({ description: 'What the agent should do.' }),
    ref: refName.optional().meta({ description: "The branch to work on; the project's branch by default." }),
    model: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: "One of the installation's models; its default by default." }),
  })
  .meta({ id: 'CreateAgentJob' })

export const messageAgentJobBody = z
  .strictObject({ prompt: prompt.meta({ description: 'What the agent should do next, on the same pull request.' }) })
  .meta({ id: 'MessageAgentJob' })

export type AgentJobStatus = z.infer<typeof agentJobStatus>
export type AgentJob = z.infer<typeof agentJob>
export type AgentJobPage = z.infer<typeof agentJobPage>
export type CreateAgentJobBody = z.infer<typeof createAgentJobBody>
