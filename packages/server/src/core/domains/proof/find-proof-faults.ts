import { Resolver } from 'node:dns/promises'
import { createGuardedFetch } from '../../../outbound/guarded-fetch.ts'
import type { Reach } from '../../../outbound/reach-host.ts'
import { type Claim, type DomainProof, describeProof } from './describe-proof.ts'

export interface ProofPlaces {
  reach: Reach
  dnsServers: readonly string[]
}

/** Looks in both places; what is wrong with each, unless one of them holds the proof. */
export async function findProofFaults(claim: Claim, { reach, dnsServers }: ProofPlaces): Promise<string[]> {
  const proof = describeProof(claim, reach.policy.allowedHosts)
  const faults = await Promise.all([findDnsFault(proof, dnsServers), findFileFault(proof, reach)])
  const found = faults.filter((fault) => fault !== undefined)
  return found.length === faults.length ? found : []
}

/** Nothing, if one of the TXT records holds the value. */
async function findDnsFault(
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

const timeoutMs = 10_000
const fileBytes = 4_096

/** Nothing, if the file has the value as a line. One address and no other is asked: a redirect may lead to anybody. */
async function findFileFault(
  { file, value }: Pick<DomainProof, 'file' | 'value'>,
  reach: Reach,
): Promise<string | undefined> {
  try {
    const ask = createGuardedFetch(reach)
    const response = await ask(file, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'user-agent': 'bindery', accept: 'text/plain' },
    })
    const text = await readStart(response)
    if (response.status !== 200) return `${file} answers with ${response.status}`
    return text.split(/\r?\n/).some((line) => line.trim() === value) ? undefined : `${file} does not hold this value`
  } catch {
    // The same for every reason, so that nobody learns of our network by it.
    return `${file} could not be fetched: its host is unknown, is not public, or does not answer`
  }
}

/** Whatever comes after it is not read: leaving the loop ends the request. */
async function readStart({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= fileBytes) break
  }
  return Buffer.concat(chunks).subarray(0, fileBytes).toString('utf8')
}
