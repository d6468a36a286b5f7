import { sign } from 'node:crypto'
import { z } from 'zod'
import { GitError } from '../../outbound/git-error.ts'
import type { Reach } from '../../outbound/reach-host.ts'
import type { GitCredential } from '../git-environment.ts'
import { createAskHost } from './ask-host.ts'
import { githubHeaders } from './github.ts'
import { HostError } from './host-error.ts'
import { type HostPlace, locateApi } from './locate-api.ts'
import { readAnswer } from './read-response.ts'

/** An App that an organization has installed on GitHub. */
export interface GithubApp {
  kind: 'github-app'
  appId: string
  installationId: string
  /** PEM, as GitHub hands it out. */
  privateKey: string
}

const given = z.object({ token: z.string().min(1) })

const minuteSeconds = 60

/** A token of an hour for this one repository, whatever else the App is installed on. Fails with a `GitError`. */
export async function mintAppToken(
  app: GithubApp,
  place: Reach & HostPlace,
  signal: AbortSignal,
  now = new Date(),
): Promise<GitCredential> {
  const { apiUrl, path } = locateApi({ ...place, kind: 'github' })
  const proof = signProof(app, Math.floor(now.getTime() / 1000))
  const ask = createAskHost({ ...place, apiUrl, headers: githubHeaders(proof), secrets: [proof] })
  const question = {
    method: 'POST' as const,
    path: `/app/installations/${encodeURIComponent(app.installationId)}/access_tokens`,
    body: { repositories: [path.split('/').at(-1)] },
  }
  try {
    const { token } = readAnswer(await ask(question, signal), given)
    return { secret: token }
  } catch (error) {
    throw error instanceof HostError ? toGitError(error) : error
  }
}

/** A JSON Web Token by RS256. GitHub wants it to end within ten minutes; it begins early, for a clock that goes ahead. */
function signProof({ appId, privateKey }: GithubApp, now: number): string {
  const parts = [
    { alg: 'RS256', typ: 'JWT' },
    { iat: now - minuteSeconds, exp: now + 8 * minuteSeconds, iss: appId },
  ]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
}

function toGitError(error: HostError): GitError {
  if (error.code === 'repository_unreachable') return new GitError(error.code, error.message, { cause: error.cause })
  return new GitError(
    'repository_auth_failed',
    "GitHub gave no token for the project's App. Check its id, its private key and its installation, and that the installation includes this repository.",
    { cause: error },
  )
}
