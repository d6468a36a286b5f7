import { z } from 'zod'

/** The position of the last event seen: a transcript only ever grows at its end. */
export const eventCursor = z.string().regex(/^\d{1,15}$/, 'must be the position of an event')

const agentEvent = z.strictObject({
  position: z.int().min(0).meta({ description: 'Grows from event to event; as `cursor` it asks for what came after.' }),
  turn: z.int().min(1).meta({ description: '1 for the instruction of the job; each message begins the next.' }),
  at: z.iso.datetime(),
  kind: z.enum(['instruction', 'answer', 'tool', 'check', 'pull_request', 'ended']),
  body: z.record(z.string(), z.unknown()).meta({ description: 'What happened; its members depend on the kind.' }),
})

export const agentEventPage = z
  .strictObject({
    events: z.array(agentEvent),
    nextCursor: eventCursor
      .nullable()
      .meta({ description: 'Give it as `cursor` for the next page; null when there is no more yet.' }),
  })
  .meta({ id: 'AgentEventPage', description: 'A part of the transcript of an agent job.' })

export type AgentEventPage = z.infer<typeof agentEventPage>
