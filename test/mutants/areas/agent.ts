import type { Mutant } from '../mutant.ts'

const edits = 'packages/server/src/core/edits'
const api = 'packages/server/src/api'

export const agent: Mutant[] = [
  {
    name: 'agent/idempotency-ignores-job',
    file: `${edits}/message-edit.ts`,
    find: 'const body = { projectId, editId, prompt }',
    replace: 'const body = { prompt }',
    why: 'A message to one job is answered with another job, and never sent.',
    test: {
      file: `${api}/message-agent-job/message-agent-job.test.ts`,
      name: 'the same Idempotency-Key and message for another job',
    },
  },
  {
    name: 'agent/active-limit-race',
    file: `${edits}/expect-room.ts`,
    find: ' for no key update`',
    replace: '`',
    why: 'Requests at once start more agents than an organization may have.',
    test: {
      file: `${api}/create-agent-job/create-agent-job.test.ts`,
      name: 'of two at once, for two projects, one waits for the other',
    },
  },
]
