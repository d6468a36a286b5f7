import type { GitHostKind } from './git-host.ts'
import { HostError } from './host-error.ts'

export interface HostPlace {
  /** Null: told by the host of the repository. */
  kind: GitHostKind | null
  /** Null: where the kind of host has it. */
  apiUrl: string | null
  /** As git clones it. */
  repository: string
}

export interface LocatedApi {
  kind: GitHostKind
  /** Without a slash at its end. */
  apiUrl: string
  /** `owner/name`; on GitLab with any number of groups before the name. */
  path: string
}

const publicHosts: Readonly<Record<string, GitHostKind>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
}

/** The kind that was given, or the one that everybody knows the host by. */
export function recognizeHost(given: GitHostKind | null, hostname: string): GitHostKind | undefined {
  return given ?? publicHosts[hostname]
}

/** Where the API of a repository's host is, and what it calls the repository. */
export function locateApi({ kind: given, apiUrl, repository }: HostPlace): LocatedApi {
  const { origin, hostname, pathname } = new URL(repository)
  const kind = recognizeHost(given, hostname)
  if (!kind) {
    throw new HostError(
      'git_host_unknown',
      `It is not known which kind of git host ${hostname} is, so no pull request can be opened. Set the project's git host to github, gitlab or gitea.`,
    )
  }
  const segments = pathname
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
    .split('/')
    .slice(1)
  // Gitea may be served below a folder of its host; then so is its API.
  const folder = kind === 'gitea' ? segments.slice(0, -2) : []
  const usual = kind === 'github' && hostname === 'github.com' ? 'https://api.github.com' : undefined
  return {
    kind,
    apiUrl: (apiUrl ?? usual ?? [origin, ...folder, apiFolders[kind]].join('/')).replace(/\/+$/, ''),
    path: segments.slice(folder.length).join('/'),
  }
}

const apiFolders: Readonly<Record<GitHostKind, string>> = { github: 'api/v3', gitlab: 'api/v4', gitea: 'api/v1' }
