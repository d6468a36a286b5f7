import type { Configuration, CustomFetch } from 'openid-client'
import type { OidcSettings } from '../../core/people/sign-in/sign-in-settings.ts'
import type { OidcIdentity } from '../../core/people/sign-in/sign-in-with-oidc.ts'
import type { OidcExpectation } from '../../db/tables.ts'
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { Reach } from '../../outbound/reach-host.ts'
import { joinClaims, readIdentity } from './read-identity.ts'

export interface OidcClient {
  /** Where the browser has to go, and what the answer must agree with. */
  begin(): Promise<{ url: string; expectation: OidcExpectation }>
  /** Looks at the answer in the query of our address, and asks the provider who it was. */
  finish(query: string, expectation: OidcExpectation): Promise<OidcIdentity>
}

/** Loaded at the first sign-in: 26 ms that the start of the API need not wait for. */
const loadLibrary = () => import('openid-client')

export function createOidcClient(settings: OidcSettings, redirectUri: string, reach: Reach): OidcClient {
  let discovered: Promise<Configuration> | undefined

  /** Once for the process. A provider that did not answer is asked again at the next sign-in. */
  function discover(): Promise<Configuration> {
    discovered ??= describe(settings, reach).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }

  return {
    async begin() {
      const [library, configuration] = [await loadLibrary(), await discover()]
      const expectation = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        codeVerifier: library.randomPKCECodeVerifier(),
      }
      const url = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: scopesFor(configuration),
        state: expectation.state,
        nonce: expectation.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(expectation.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, expectation }
    },

    async finish(query, { state, nonce, codeVerifier }) {
      const [library, configuration] = [await loadLibrary(), await discover()]
      const tokens = await library.authorizationCodeGrant(configuration, new URL(redirectUri + query), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The identity provider sent no ID token.')
      // Many providers put no more than the subject into the ID token; the rest is told at this endpoint.
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
      const more = hasMore ? await library.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
      return readIdentity(joinClaims(claims, more), settings)
    },
  }
}

/** The operator named the issuer, so its own host may be anywhere; other hosts that it names are judged. */
async function describe(settings: OidcSettings, reach: Reach): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery } = await loadLibrary()
  const { issuer, clientId, clientSecret } = settings
  const allowedHosts = [...reach.policy.allowedHosts, new URL(issuer).origin]
  const guarded = createGuardedFetch({ ...reach, policy: { allowedHosts } })
  const ask: CustomFetch = (url, { body, ...init }) => guarded(url, { ...init, ...(body && { body: String(body) }) })
  return discovery(new URL(issuer), clientId, clientSecret, undefined, {
    [customFetch]: ask,
    execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
  })
}

/** Some providers tell groups only to who asks, and some refuse a scope that they do not know. */
function scopesFor(configuration: Configuration): string {
  const known = configuration.serverMetadata().scopes_supported ?? []
  return ['openid', 'email', 'profile', ...known.filter((scope) => scope === 'groups')].join(' ')
}
