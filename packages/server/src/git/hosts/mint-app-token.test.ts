import { createVerify, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { type RecordedAnswer, startRecordedHost } from '../../../testing/git/hosts/start-recorded-host.ts'
import { GitError } from '../../outbound/git-error.ts'
import { type GithubApp, mintAppToken } from './mint-app-token.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const app: GithubApp = {
  kind: 'github-app',
  appId: '12345',
  installationId: '678',
  privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
}

const now = new Date('2026-01-02T03:04:05Z')

async function mint(answer: RecordedAnswer) {
  await using host = await startRecordedHost([answer])
  const place = {
    kind: null,
    apiUrl: null,
    repository: `${host.origin}/acme/docs.git`,
    policy: { allowedHosts: [host.origin] },
  }
  const outcome = await mintAppToken(app, place, AbortSignal.timeout(10_000), now).catch((error: unknown) => error)
  return { outcome, request: host.requests[0] }
}

test('an installation gives a token for the one repository, and is asked with a proof that the App has signed', async () => {
  const answer = { token: 'ghs_16C7e42F292c6912E7710c838347Ae178B4a', expires_at: '2026-01-02T04:04:05Z' }
  const { outcome, request } = await mint({ status: 201, body: answer })
  expect(outcome).toEqual({ secret: answer.token })
  expect(request).toMatchObject({
    method: 'POST',
    url: '/api/v3/app/installations/678/access_tokens',
    body: { repositories: ['docs'] },
  })

  const [head = '', claims = '', signature = ''] =
    request?.headers.authorization?.replace('Bearer ', '').split('.') ?? []
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT' })
  expect(read(claims)).toEqual({ iss: '12345', iat: 1767322985, exp: 1767323525 })
  const verifier = createVerify('RSA-SHA256').update(`${head}.${claims}`)
  expect(verifier.verify(publicKey, signature, 'base64url')).toBe(true)
})

test.each([
  ['an App that GitHub does not know', { status: 401, body: { message: 'A JSON web token could not be decoded' } }],
  ['an installation that is gone', { status: 404, body: { message: 'Not Found' } }],
  ['a repository outside the installation', { status: 422, body: { message: 'not accessible to the parent' } }],
])('%s is a refused credential', async (_, answer) => {
  const { outcome } = await mint(answer)
  expect(outcome).toBeInstanceOf(GitError)
  expect(outcome).toMatchObject({ code: 'repository_auth_failed' })
})

test('a host in trouble is worth another attempt', async () => {
  const { outcome } = await mint({ status: 503, body: 'Unavailable' })
  expect(outcome).toMatchObject({ name: 'GitError', code: 'repository_unreachable' })
})
