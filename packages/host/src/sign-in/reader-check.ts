import type { HostRequest, HostResponse } from '../serve/handle-request.ts'

/** A way to find out who reads. */
export interface ReaderCheck {
  /** The groups of whoever asks; undefined for a stranger. */
  identify(question: HostRequest, site: ProtectedSite): readonly string[] | undefined
  /** What belongs to the sign-in itself, before anything of the site is looked for. */
  handleOwn?(question: HostRequest, site: ProtectedSite): Promise<HostResponse> | HostResponse | undefined
  /** What a stranger gets. */
  turnAway(question: HostRequest, site: ProtectedSite): Promise<HostResponse> | HostResponse
}

export interface ProtectedSite {
  /** As its bundle names it: sessions are of one site alone. */
  domain: string
  /** With none, whoever has signed in may read. */
  groups: readonly string[]
  basePath: string
}

export function mayRead(groups: readonly string[], allowed: readonly string[]): boolean {
  return allowed.length === 0 || groups.some((group) => allowed.includes(group))
}
