import type { SignIn } from '../config/read-sign-in.ts'
import type { Log } from '../ops/log.ts'
import type { RequestHandler } from '../serve/handle-request.ts'
import { checkProxy } from './check-proxy.ts'
import { checkSession, notForYou } from './check-session.ts'
import { mayRead, type ReaderCheck } from './reader-check.ts'
import { respondText } from './respond-text.ts'

/** One for all sites of a configuration: they share what is known of the provider. */
const checks = new WeakMap<SignIn, ReaderCheck>()

export function createReaderCheck(signIn: SignIn, log: Log): ReaderCheck {
  const { method } = signIn
  const check = checks.get(signIn) ?? (method.kind === 'oidc' ? checkSession(method, log) : checkProxy(method))
  checks.set(signIn, check)
  return check
}

/** The groups that may read this site; undefined for one that everybody may read. */
export function groupsFor(signIn: SignIn | undefined, domain: string): readonly string[] | undefined {
  if (!signIn) return undefined
  return signIn.domains ? signIn.domains.get(domain) : signIn.groups
}

interface Guard {
  check: ReaderCheck
  domain(): string
  groups: readonly string[]
  basePath: string
}

/** Stands before everything of the site, whatever is asked for and however it is spelled. */
export function guardSite(answer: RequestHandler, { check, domain, groups, basePath }: Guard): RequestHandler {
  return (question) => {
    const site = { domain: domain(), groups, basePath }
    const own = check.handleOwn?.(question, site)
    if (own) return own
    const reader = check.identify(question, site)
    if (!reader) return check.turnAway(question, site)
    return mayRead(reader, groups) ? answer(question) : respondText(403, notForYou)
  }
}
