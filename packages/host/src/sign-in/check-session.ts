import { reasonOf } from '@bindery/bundle'
import type { OidcMethod } from '../config/read-sign-in.ts'
import type { Log } from '../ops/log.ts'
import type { HostRequest, HostResponse } from '../serve/handle-request.ts'
import { pendingCookie, readCookie, sessionCookie, writeCookie } from './cookies.ts'
import { createSeal } from './create-seal.ts'
import { createOidcClient, type Expectation } from './oidc-client.ts'
import { mayRead, type ProtectedSite, type ReaderCheck } from './reader-check.ts'
import { respondText } from './respond-text.ts'

const callbackPath = '/_bindery/sign-in/callback'
const signOutPath = '/_bindery/sign-out'
const pendingSeconds = 600
const longestPath = 1_024

interface Session {
  expiresAt: number
  /** Of the site's own groups those that the reader has: a site that asks for others later refuses him. */
  groups: string[]
}

interface Pending extends Expectation {
  expiresAt: number
  redirectUri: string
  /** Where the reader wanted to go. */
  path: string
}

/** Readers sign in at an OpenID Connect provider. What is known of them stands in a sealed cookie, and nowhere else. */
export function checkSession(method: OidcMethod, log: Log): ReaderCheck {
  const { seal, open } = createSeal(method.secret)
  const client = createOidcClient(method)
  const about = (what: string, { domain }: ProtectedSite) => `${what} ${method.issuer} ${method.clientId} ${domain}`
  const read = <T extends { expiresAt: number }>(question: HostRequest, name: string, topic: string): T | undefined => {
    const text = readCookie(question, name)
    const value = text === undefined ? undefined : (open(text, topic) as T | undefined)
    return value && value.expiresAt > Date.now() ? value : undefined
  }
  const unavailable = (error: unknown) => {
    log('error', `Nobody can sign in: ${method.issuer} cannot be used: ${reasonOf(error)}`)
    return respondText(503, 'Nobody can sign in right now. Try again in a moment.\n', { 'Retry-After': '5' })
  }
  const begin = async (question: HostRequest, site: ProtectedSite): Promise<HostResponse> => {
    const redirectUri = `${originOf(question)}${site.basePath}${callbackPath}`
    try {
      const { url, expectation } = await client.begin(redirectUri)
      const expiresAt = Date.now() + pendingSeconds * 1000
      // Browsers drop a cookie of more than 4 KB, and with it the sign-in.
      const path = question.url.length > longestPath ? `${site.basePath}/` : question.url
      const pending: Pending = { ...expectation, expiresAt, redirectUri, path }
      const cookie = writeCookie(pendingCookie, seal(pending, about('pending', site)), pendingSeconds)
      return respondText(302, '', { Location: url }, [cookie])
    } catch (error) {
      return unavailable(error)
    }
  }
  const finish = async (question: HostRequest, site: ProtectedSite): Promise<HostResponse> => {
    const pending = read<Pending>(question, pendingCookie, about('pending', site))
    const forget = writeCookie(pendingCookie, '', 0)
    if (!pending) return respondText(400, 'This sign-in has expired. Open the site again.\n', {}, [forget])
    const mark = question.url.indexOf('?')
    try {
      const answer = new URL(`${pending.redirectUri}${mark === -1 ? '' : question.url.slice(mark)}`)
      const groups = await client.finish(answer, pending)
      if (!mayRead(groups, site.groups)) return respondText(403, notForYou, {}, [forget])
      const expiresAt = Date.now() + method.sessionSeconds * 1000
      const session: Session = { expiresAt, groups: groups.filter((group) => site.groups.includes(group)) }
      const cookie = writeCookie(sessionCookie, seal(session, about('session', site)), method.sessionSeconds)
      return respondText(303, '', { Location: pending.path }, [cookie, forget])
    } catch (error) {
      log('warn', `A reader could not sign in: ${reasonOf(error)}`)
      return respondText(400, 'This sign-in did not work. Open the site again.\n', {}, [forget])
    }
  }
  return {
    identify: (question, site) => read<Session>(question, sessionCookie, about('session', site))?.groups,
    handleOwn(question, site) {
      const path = question.url.split('?', 1)[0]
      if (path === `${site.basePath}${callbackPath}`) return finish(question, site)
      return path === `${site.basePath}${signOutPath}` ? signOut(question) : undefined
    },
    turnAway(question, site) {
      const isPage = question.method === 'GET' && question.headers.accept?.includes('text/html')
      // What a page loads cannot sign in, and must not be led away.
      const isOurs = /^\/(?![/\\])[\x21-\x7e]*$/.test(question.url)
      return isPage && isOurs ? begin(question, site) : respondText(401, 'Sign in to read this site.\n')
    },
  }
}

/** A link or an image of another site cannot sign a reader out: a GET only shows the button. */
function signOut(question: HostRequest): HostResponse {
  if (question.method === 'GET' || question.method === 'HEAD') return respondText(200, signOutPage, signOutHeaders)
  if (question.method !== 'POST') return respondText(405, 'Only GET and POST.\n', { Allow: 'GET, HEAD, POST' })
  if (!isSameOrigin(question)) return respondText(403, 'Open this page at the site and use its button to sign out.\n')
  return respondText(200, 'You have signed out.\n', {}, [writeCookie(sessionCookie, '', 0)])
}

const signOutHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

const signOutPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign out</title>
<main>
<h1>Sign out</h1>
<form method="post"><button>Sign out</button></form>
</main>
</html>
`

/** Browsers send the first header over TLS, and the second one otherwise. */
function isSameOrigin({ headers }: HostRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.host !== undefined && URL.parse(String(headers.origin))?.host === headers.host
}

export const notForYou = 'You have signed in, but may not read this site. Ask whoever runs it.\n'

/** TLS ends at a proxy before us. Only this machine itself is asked without it. */
function originOf({ headers }: HostRequest): string {
  const host = headers.host ?? ''
  return `${/^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(host) ? 'http' : 'https'}://${host}`
}
