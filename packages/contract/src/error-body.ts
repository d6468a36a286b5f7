import { z } from 'zod'

const detail = z.strictObject({
  path: z.string().meta({ description: 'Where the fault stands in the request, such as `body.domain`.' }),
  message: z.string(),
})

export const errorBody = z
  .strictObject({
    error: z.string().meta({ description: 'Error message.' }),
    code: z.string().meta({ description: 'A stable word for programs.' }),
    requestId: z.string().meta({ description: 'The same as the X-Request-Id header.' }),
    details: z.array(detail).optional(),
  })
  .meta({ id: 'Error', description: 'What happened, to which thing, and what to do next.' })

/** RFC 9457 without its optional `status` member: a script that reads `.status` must not take an error for a job. */
export const problemBody = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    detail: z.string(),
    code: z.string(),
    requestId: z.string(),
    details: z.array(detail).optional(),
  })
  .meta({ id: 'Problem', description: 'The same facts as Error, in the form of RFC 9457.' })

export type ErrorBody = z.infer<typeof errorBody>
export type ProblemBody = z.infer<typeof problemBody>
export type ErrorDetail = z.infer<typeof detail>
