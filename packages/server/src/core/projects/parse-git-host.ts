import type { GitHostKind } from '../../git/hosts/git-host.ts'
import { trimSlashes } from '../../git/trim-slashes.ts'
import { checkRepositoryUrl, type GitPolicy } from '../../outbound/check-repository-url.ts'
import { OperatorError } from '../operator-error.ts'

export interface GitHostChoice {
  /** `auto` is told by the repository's host. */
  gitHost?: string | undefined
  /** `auto` is where that kind of host has its API. */
  apiUrl?: string | undefined
}

interface GitHostColumns {
  git_host?: GitHostKind | null
  git_api_url?: string | null
}

const kinds: Readonly<Record<string, GitHostKind | null>> = {
  auto: null,
  github: 'github',
  gitlab: 'gitlab',
  gitea: 'gitea',
  forgejo: 'gitea',
}

export const gitHostNames = Object.keys(kinds)

/** The columns that a wish changes. The credential will be sent to the API, so its URL is judged as a repository's. */
export function parseGitHost({ gitHost, apiUrl }: GitHostChoice, policy: GitPolicy): GitHostColumns {
  const kind = gitHost === undefined ? undefined : kinds[gitHost]
  if (gitHost !== undefined && kind === undefined) {
    throw new OperatorError(`"${gitHost}" is no git host that is known. Use one of ${gitHostNames.join(', ')}.`)
  }
  if (apiUrl !== undefined && apiUrl !== 'auto') checkRepositoryUrl(`${trimSlashes(apiUrl)}/api`, policy)
  return {
    ...(kind !== undefined && { git_host: kind }),
    ...(apiUrl !== undefined && { git_api_url: apiUrl === 'auto' ? null : apiUrl }),
  }
}
