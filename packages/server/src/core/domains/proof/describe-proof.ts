import { parseAllowedHosts } from '../../../outbound/parse-allowed-hosts.ts'

export interface Claim {
  name: string
  /** Of this claim alone: what another organization published proves nothing for it. */
  token: string
}

/** What shows that a domain is yours: one of two places holds this value. */
export interface DomainProof {
  /** The name of a TXT record. */
  record: string
  value: string
  /** Where a file with the value as one of its lines may lie instead. */
  file: string
}

export function describeProof({ name, token }: Claim, allowedHosts: readonly string[]): DomainProof {
  return {
    record: `_bindery.${name}`,
    value: `bindery-verification=${token}`,
    file: `${originFor(name, allowedHosts)}/.well-known/bindery-verification.txt`,
  }
}

/** A host of the operator's own network may speak plain http or listen elsewhere: as the operator has allowed it. */
function originFor(name: string, allowedHosts: readonly string[]): string {
  const allowed = [...parseAllowedHosts(allowedHosts)].find((origin) => new URL(origin).hostname === name)
  return allowed ?? `https://${name}`
}
