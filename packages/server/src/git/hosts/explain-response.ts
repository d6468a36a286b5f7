import { replaceText } from '@bindery/agent'
import { HostError } from './host-error.ts'

interface Refusal {
  status: number
  /** What the host said, scrubbed. */
  words: string
  /** It says when to come again. */
  waits: boolean
  creating: boolean
}

const wordsLimit = 300

/** The failures that mean the same on every host; 400, 409 and 422 are for the asker to understand. */
export function explainStatus({ status, words, waits, creating }: Refusal): HostError | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) {
    return new HostError(
      'repository_not_found',
      "The git host answered with a redirect, which is not followed. Put the repository's present address into the project.",
    )
  }
  // GitHub answers 403 to who asks too often.
  if (status >= 500 || status === 429 || (status === 403 && waits)) {
    return new HostError('repository_unreachable', `The git host cannot answer now (${status}). Try again later.`)
  }
  if (status === 401 || status === 403) {
    return new HostError(
      'authentication_failed',
      `The git host refused the project's credential${quote(words)}. Check that it is still valid and may open pull requests in this repository.`,
    )
  }
  if (status === 404 && creating) return pullRequestFailed(words)
  if (status === 404) {
    return new HostError(
      'repository_not_found',
      "The git host's API knows no such repository, or it has no pull requests. Check the repository URL, the API URL, and that the project's credential may see it.",
    )
  }
  return undefined
}

export function pullRequestFailed(words: string): HostError {
  return new HostError(
    'pull_request_failed',
    `The changes are pushed, but the git host opened no pull request${quote(words)}. Check that the branch it is for exists and that the credential may open pull requests, then try again.`,
  )
}

/** A list of pull requests that is refused before the push. */
export function accessRefused(words: string): HostError {
  return new HostError(
    'git_host_unusable',
    `The git host refused to list the pull requests of this repository${quote(words)}. Nothing was pushed. Check that the repository has pull requests, and the project's kind of git host and API URL.`,
  )
}

/** GitHub has `message` and `errors`, GitLab `message` or `error`, Gitea `message`; each of them text, list or object. */
export function readWords(json: unknown, secrets: readonly string[]): string {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return ''
  const { message, error, errors } = json as Record<string, unknown>
  const texts = [message, error, errors].flatMap(listTexts).join(': ')
  const struck = secrets.reduce((text, secret) => replaceText(text, secret, '[secret]'), texts)
  return struck.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, wordsLimit)
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

function quote(words: string): string {
  return words && ` ("${words}")`
}
