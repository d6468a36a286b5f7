import type { Configuration } from 'openid-client'
import type { OidcMethod } from '../config/read-sign-in.ts'

/** What an answer of the provider must agree with. */
export interface Expectation {
  state: string
  nonce: string
  codeVerifier: string
}

export interface OidcClient {
  begin(redirectUri: string): Promise<{ url: string; expectation: Expectation }>
  /** The groups of whoever has signed in. `answer` is our own address with the provider's query. */
  finish(answer: URL, expectation: Expectation): Promise<readonly string[]>
}

/** Loaded at the first sign-in: most hosts never need it. */
const loadLibrary = () => import('openid-client')

/** The issuer's address comes from the operator's own configuration, and may be anywhere in the reach of this machine. */
export function createOidcClient({ issuer, clientId, clientSecret, groupsClaim }: OidcMethod): OidcClient {
  let discovered: Promise<Configuration> | undefined
  /** Once for the process; a provider that did not answer is asked again at the next sign-in. */
  const discover = async () => {
    const { allowInsecureRequests, discovery } = await loadLibrary()
    const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : []
    discovered ??= discovery(new URL(issuer), clientId, clientSecret, undefined, { execute }).catch((error) => {
      discovered = undefined
      throw error
    })
    return discovered
  }
  return {
    async begin(redirectUri) {
      const [library, configuration] = [await loadLibrary(), await discover()]
      const expectation = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        codeVerifier: library.randomPKCECodeVerifier(),
      }
      const known = configuration.serverMetadata().scopes_supported ?? []
      const url = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: ['openid', ...known.filter((scope) => scope === 'groups')].join(' '),
        state: expectation.state,
        nonce: expectation.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(expectation.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, expectation }
    },
    async finish(answer, { state, nonce, codeVerifier }) {
      const [library, configuration] = [await loadLibrary(), await discover()]
      const tokens = await library.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The identity provider sent no ID token.')
      if (claims[groupsClaim] !== undefined) return readGroups(claims[groupsClaim])
      // Many providers put no more than the subject into the ID token; the rest is told at this endpoint.
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return []
      const more = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return readGroups(more[groupsClaim])
    },
  }
}

function readGroups(claim: unknown): string[] {
  const list = Array.isArray(claim) ? claim : [claim]
  return list.filter((group) => typeof group === 'string')
}
