import { Resolver } from 'node:dns/promises'
import type { DomainProof } from './describe-proof.ts'

/** Nothing, if one of the TXT records holds the value. */
export async function findDnsFault(
  { record, value }: Pick<DomainProof, 'record' | 'value'>,
  servers: readonly string[],
): Promise<string | undefined> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  try {
    // Long values come in pieces of 255 characters.
    const values = (await resolver.resolveTxt(record)).map((pieces) => pieces.join(''))
    return values.includes(value) ? undefined : `${record} has TXT records, but none with this value`
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA'
      ? `${record} has no TXT record yet`
      : `the name servers did not answer for ${record}`
  }
}
