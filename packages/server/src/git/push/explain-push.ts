import { scrub, unquote } from '../fetch/explain-failure.ts'
import { GitFailure } from '../run-git.ts'
import { PushError, type PushErrorCode } from './push-error.ts'

type Explanation = readonly [said: RegExp, code: PushErrorCode, sentence: string]

// First match wins. The hosts speak through their hooks: Gitea says only there that a user may not write.
const explanations: readonly Explanation[] = [
  [
    /protected branch|branch is protected|GH006/i,
    'branch_protected',
    "The git host protects the branch of this agent job. Let the project's credential push to branches that begin with bindery/, or take them out of the protection.",
  ],
  [
    /non-fast-forward|fetch first|stale info|cannot lock ref|incorrect old value/i,
    'push_refused',
    'The branch of this agent job has commits that the job does not know, and nothing is pushed over them. Merge or delete the branch, then start a new agent job.',
  ],
  [
    /could not read (Username|Password)|Authentication failed|returned error: 40[13]\b|permission denied for writing/i,
    'authentication_failed',
    "The git host refused the push. Check that the project's credential is still valid and may write to this repository.",
  ],
  [
    /returned error: 404\b|repository '' not found/,
    'repository_not_found',
    "The git host knows no such repository, or the project's credential may not write to it. Check the repository URL and the credential.",
  ],
  [
    /remote rejected|remote unpack failed|declined|returned error: 4\d\d\b/i,
    'push_refused',
    'The git host refused the commit: a rule, a hook or a size limit of the repository declined it. Push to a branch by hand to see what the host says.',
  ],
]

/** Turns what git said about a push into a sentence with advice. */
export function explainPush(failure: unknown, secrets: readonly string[]): unknown {
  if (!(failure instanceof GitFailure)) return failure
  const words = unquote(failure)
  const [, code, sentence] = explanations.find(([pattern]) => pattern.test(words)) ?? [
    undefined,
    'repository_unreachable' as const,
    'The push did not get through to the git host. Check that the host can be reached from this service.',
  ]
  return new PushError(code, sentence, { cause: new Error(scrub(failure, secrets)) })
}
