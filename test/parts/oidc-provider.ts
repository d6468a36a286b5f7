// An identity provider for local work and tests: a real one, with keys, discovery and PKCE, that keeps all in memory
// and lets whoever looks at its page choose who to be.
//
//   node test/parts/oidc-provider.ts PORT [BINDERY_PUBLIC_URL]
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Context, Provider } from 'oidc-provider'

export interface OidcPerson {
  subject: string
  email: string
  emailVerified?: boolean
  name: string
  groups?: string[]
}

export interface OidcOptions {
  redirectUris: string[]
  /** Read at each sign-in, so that a test may move people between groups. */
  people: OidcPerson[]
  port?: number
}

export interface StartedProvider {
  issuer: string
  clientId: string
  clientSecret: string
  close(): Promise<void>
}

const SCOPES = 'openid email profile groups'

export async function startOidcProvider({ redirectUris, people, port = 0 }: OidcOptions): Promise<StartedProvider> {
  const client = { clientId: 'bindery', clientSecret: randomBytes(24).toString('base64url') }
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, configure(client, redirectUris, people))
  const standard = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return standard(request, response)
    showSignIn(provider, people, request, response).catch((error) => response.destroy(error))
  })
  return {
    issuer,
    ...client,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function configure(client: { clientId: string; clientSecret: string }, redirectUris: string[], people: OidcPerson[]) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: redirectUris }],
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    interactions: { url: ({ oidc }: Context, { uid }: { uid: string }) => `${oidc.issuer}/interaction/${uid}` },
    findAccount: (_: Context, id: string) => findAccount(people, id),
    loadExistingGrant: consent,
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
  }
}

function findAccount(people: OidcPerson[], id: string) {
  const person = people.find(({ subject }) => subject === id)
  if (!person) return undefined
  const { subject, email, emailVerified = true, name, groups = [] } = person
  return { accountId: id, claims: async () => ({ sub: subject, email, email_verified: emailVerified, name, groups }) }
}

/** Whoever has signed in agrees to everything that the one client asks for. */
async function consent({ oidc: { provider, client, session } }: Context) {
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(SCOPES)
  await grant.save()
  return grant
}

async function showSignIn(
  provider: Provider,
  people: OidcPerson[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    const accountId = new URLSearchParams(await text(request)).get('subject') ?? ''
    return provider.interactionFinished(request, response, { login: { accountId } })
  }
  const choices = people.map(({ subject, email }) => `<button name="subject" value="${subject}">${email}</button>`)
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(
    `<!doctype html><title>Identity provider</title><h1>Who are you?</h1><form method="post">${choices.join(' ')}</form>`,
  )
}

if (import.meta.main) {
  const [port, publicUrl = 'http://127.0.0.1:8080'] = process.argv.slice(2)
  const people = ['ada', 'grace'].map((subject) => {
    return { subject, email: `${subject}@example.com`, name: subject, groups: [`${subject}s`] }
  })
  const redirectUris = [`${publicUrl}/sign-in/oidc/callback`]
  const { issuer, clientId, clientSecret } = await startOidcProvider({ redirectUris, people, port: Number(port) })
  console.log(`export BINDERY_OIDC_ISSUER=${issuer}
export BINDERY_OIDC_CLIENT_ID=${clientId}
export BINDERY_OIDC_CLIENT_SECRET=${clientSecret}`)
}
