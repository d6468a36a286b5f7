import { listRedirectTargets } from './urls.ts'

export interface Redirect {
  status: number
  target: string
  /** The part of the git protocol that is redirected: the first request, or the one that follows it. */
  at: 'info/refs' | 'git-upload-pack'
}

/** What an allowed host does to lead the client elsewhere. */
export function listRedirects(trapPort: number): Redirect[] {
  const targets = listRedirectTargets(trapPort)
  const [first = ''] = targets
  return [
    ...targets.map((target): Redirect => ({ status: 302, target, at: 'info/refs' })),
    ...[301, 303, 307, 308].map((status): Redirect => ({ status, target: first, at: 'info/refs' })),
    ...[302, 307, 308].map((status): Redirect => ({ status, target: first, at: 'git-upload-pack' })),
  ]
}
