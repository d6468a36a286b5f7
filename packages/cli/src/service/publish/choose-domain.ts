import type { Client } from '@bindery/client'
import { UsageError } from '../../errors.ts'

/** The only domain that the key may use; which one of several is meant, nobody guesses. */
export async function chooseDomain({ domains }: Client): Promise<string> {
  const { domains: found } = await domains.list({ limit: 2 })
  const [only, other] = found
  if (only && !other) return only.domain
  throw new UsageError(
    only
      ? 'Your key may use several domains. Name one with --domain; bindery domains lists them.'
      : 'Your key may use no domain. Add one to a project in the dashboard.',
  )
}
