import { replaceText } from '@bindery/agent'
import { GitError, type GitErrorCode } from '../../outbound/git-error.ts'
import { GitFailure } from '../run-git.ts'

type Explanation = readonly [said: RegExp, code: GitErrorCode, sentence: string]

// First match wins. git speaks English here (LC_ALL=C); what it says was read from git 2.39 against real servers.
const explanations: readonly Explanation[] = [
  [
    /File too large|out of memory|Cannot allocate memory|unable to create thread|mmap failed/i,
    'repository_too_large',
    'The repository is larger than this service fetches. Move large files out of it, or ask the operator to raise the limit.',
  ],
  [
    /find remote ref|not our ref|unadvertised object|unable to find [0-9a-f]{40}/i,
    'ref_not_found',
    'The repository has no such branch, tag or commit. Check the ref; a commit is best given with all 40 digits.',
  ],
  [
    /could not read (Username|Password)|Authentication failed|returned error: 40[13]\b/,
    'repository_auth_failed',
    "The git host refused access. Set the project's credential, or check that it is still valid and may read this repository.",
  ],
  [
    /dumb http|is this a git repository/,
    'repository_not_found',
    "The address answers, but not as a git host does. Check the project's repository URL; it is the one that git clone takes.",
  ],
  [
    /returned error: 404\b|repository '' not found/,
    'repository_not_found',
    "The git host knows no such repository. Check the project's repository URL; if the repository is private, check that the project's credential may see it.",
  ],
  [
    /returned error: 30\d\b|unable to update url base from redirection/i,
    'repository_refused',
    "The git host answered with a redirect, which is not followed. Put the repository's present address into the project.",
  ],
  [
    /certificate|SSL/i,
    'repository_unreachable',
    "The git host's certificate could not be verified. If it is signed by a private authority, ask the operator to add it.",
  ],
  [
    /fsck error|index-pack|bad object|bad tree|corrupt|did not send all necessary|died of signal|unpack|bad pack/i,
    'repository_invalid',
    'The repository holds objects that git finds broken or dangerous. Run "git fsck" on it and repair what it names.',
  ],
]

/** Turns what git said into a sentence with advice. The cause keeps git's own words, without secrets and without the host's. */
export function explainFailure(failure: unknown, secrets: readonly string[]): unknown {
  if (!(failure instanceof GitFailure)) return failure
  const words = unquote(failure)
  const [, code, sentence] = explanations.find(([pattern]) => pattern.test(words)) ?? [
    undefined,
    'repository_unreachable' as const,
    'The repository could not be fetched. Check that its host can be reached from this service.',
  ]
  return new GitError(code, sentence, { cause: new Error(scrub(failure, secrets)) })
}

/** Quoted are URLs and names, which could hold any of the words that are looked for. */
export function unquote({ stderr }: GitFailure): string {
  return stderr.replace(/'[^'\n]*'/g, "''")
}

/** A host may echo the credential in words of its own, in any disguise, so nothing that comes from it is kept. */
export function scrub({ message, stderr }: GitFailure, secrets: readonly string[]): string {
  const own = stderr
    .split(/[\r\n]+/)
    .filter((line) => line && !line.startsWith('remote:'))
    .map((line) => line.replace(/(remote error:|ERR ).*/, '$1 …'))
    .join('\n')
  const struck = secrets.reduce((text, secret) => replaceText(text, secret, '[secret]'), own)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal must not obey what a log shows
  return `${message}: ${struck.slice(0, 2_000).replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '?')}`
}
