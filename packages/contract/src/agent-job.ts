import { z } from 'zod'

export const agentJobStatus = z.enum(['active', 'completed', 'archived', 'failed'])

/** The nine fields of the specification. It marks none as required, so the description does not either. */
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
  })
  .meta({ id: 'AgentJob', description: 'An agent job.' })

export type AgentJobStatus = z.infer<typeof agentJobStatus>
export type AgentJob = z.infer<typeof agentJob>
