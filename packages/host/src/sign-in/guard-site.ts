import type { HostConfig } from '../config/config.ts'
import { readersOf, type SignIn } from '../config/read-sign-in.ts'
import type { Log } from '../ops/log.ts'
import type { RequestHandler } from '../serve/handle-request.ts'
import { checkProxy } from './check-proxy.ts'
import { checkSession, notForYou } from './check-session.ts'
import { mayRead, type ReaderCheck } from './reader-check.ts'
import { respondText } from './respond-text.ts'

/** One for all sites of a configuration: they share what is known of the provider. */
const checks = new WeakMap<SignIn, ReaderCheck>()

function createReaderCheck(signIn: SignIn, log: Log): ReaderCheck {
  const { method } = signIn
  const check = checks.get(signIn) ?? (method.kind === 'oidc' ? checkSession(method, log) : checkProxy(method))
  checks.set(signIn, check)
  return check
}

interface Guarded {
  log: Log
  domain(): string
  /** The site, for everyone and for readers who have signed in. */
  open: RequestHandler
  signedIn: RequestHandler
}

/** Is before everything of the site, for every path and spelling. */
export function guardSite(
  { signIn, basePath }: Pick<HostConfig, 'signIn' | 'basePath'>,
  { log, domain, open, signedIn }: Guarded,
): RequestHandler {
  if (!signIn) return open
  const check = createReaderCheck(signIn, log)
  return (question) => {
    const name = domain()
    const readers = readersOf(signIn, name)
    if (readers === 'everyone') return open(question)
    // Not 503: nothing changes by waiting. Not 404: the operator has to find out why.
    if (readers === 'no one') return respondText(403, 'This site is not open to readers. Ask whoever runs it.\n')
    const site = { domain: name, groups: readers, basePath }
    const own = check.handleOwn?.(question, site)
    if (own) return own
    const groups = check.identify(question, site)
    if (!groups) return check.turnAway(question, site)
    return mayRead(groups, readers) ? signedIn(question) : respondText(403, notForYou)
  }
}
