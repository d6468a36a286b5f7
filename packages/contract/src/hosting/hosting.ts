import { z } from 'zod'
import { exportId } from '../export-job.ts'

/** Where a list goes on: what changed since when, as it was at which moment, and the last name of the page. */
const hostingCursor = z
  .string()
  .regex(/^\d{1,20}\.\d{1,20}\.[a-z\d.-]{0,253}$/, 'must be the nextCursor of an earlier page')

const hostedDomain = z.strictObject({ domain: z.string(), jobId: exportId.nullable() })

export const hostedPage = z.strictObject({
  domains: z.array(hostedDomain),
  /** How many there are in all: whoever knows more or fewer lists them anew. */
  total: z.number().int(),
  /** Of the next page while there are `more`; then of what changes after this. */
  nextCursor: hostingCursor,
  more: z.boolean(),
})

export const listHostedQuery = z.strictObject({
  limit: z.coerce.number<string>().int().min(1).max(1_000).default(1_000),
  cursor: hostingCursor.optional(),
})

export const hostedBundleBody = z.strictObject({
  /** The current export of the domain. */
  jobId: exportId,
  since: exportId.optional(),
})

export type HostedPage = z.infer<typeof hostedPage>
