import type { Reach } from '../../../outbound/reach-host.ts'
import { type Claim, describeProof } from './describe-proof.ts'
import { findDnsFault } from './find-dns-fault.ts'
import { findFileFault } from './find-file-fault.ts'

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
