import type { Reach } from '../../outbound/reach-host.ts'
import { type GitCredential, secretsOf } from '../git-environment.ts'
import { type AskHost, createAskHost } from './ask-host.ts'
import { pullRequestFailed } from './explain-response.ts'
import type { GitHost, GitHostKind, PullRequests } from './git-host.ts'
import { createGitea, giteaHeaders } from './gitea.ts'
import { createGithub, githubHeaders } from './github.ts'
import { createGitlab, gitlabHeaders } from './gitlab.ts'
import { HostError } from './host-error.ts'
import { type HostPlace, locateApi } from './locate-api.ts'

export interface GitHostSettings extends Reach, HostPlace {
  credential?: GitCredential | undefined
}

interface Client {
  headers(token: string): Record<string, string>
  create(ask: AskHost, path: string): PullRequests
}

const clients: Readonly<Record<GitHostKind, Client>> = {
  github: { headers: githubHeaders, create: createGithub },
  gitlab: { headers: gitlabHeaders, create: createGitlab },
  gitea: { headers: giteaHeaders, create: createGitea },
}

// The least that one of the three takes.
const titleCharacters = 255
const bodyCharacters = 65_000

export function openGitHost(settings: GitHostSettings): GitHost {
  const { kind, apiUrl, path } = locateApi(settings)
  const { credential } = settings
  if (!credential) {
    throw new HostError(
      'authentication_failed',
      "The project has no credential, and without one no pull request can be opened. Set the project's credential.",
    )
  }
  const client = clients[kind]
  const headers = client.headers(credential.secret)
  const pullRequests = client.create(
    createAskHost({ ...settings, apiUrl, headers, secrets: secretsOf(settings) }),
    path,
  )
  return {
    async findOrCreatePullRequest({ title, body, ...branches }, signal) {
      const request = { ...branches, title: title.slice(0, titleCharacters), body: body.slice(0, bodyCharacters) }
      const find = () => pullRequests.find(request, signal)
      // Between looking and creating another attempt may have created it.
      const found = (await find()) ?? (await pullRequests.create(request, signal)) ?? (await find())
      if (!found) throw pullRequestFailed('')
      return found
    },
    async checkAccess(signal) {
      if ((await pullRequests.mayWrite(signal)) !== false) return
      throw new HostError(
        'authentication_failed',
        "The project's credential can read this repository but not write to it. Give it write access to code and pull requests.",
      )
    },
  }
}
