import { GitError } from '../../outbound/git-error.ts'

const lengthLimit = 255

// The rules of `git check-ref-format`, and no leading hyphen, so that no name can be taken for an option.
const forbiddenInName = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
  /[\x00-\x20\x7f~^:?*[\\]/,
  /\.\.|@\{|\/\/|^[-/]|[/.]$|^@$/,
  /(?:^|\/)\.|\.lock(?:\/|$)/,
]

/**
 * The names to ask the host for, first match wins: a branch before a tag of the same name, since a project is set to a
 * branch. No name at all means the host's own default branch.
 */
export function listRefCandidates(ref?: string): readonly string[] {
  if (ref === undefined || ref === 'HEAD') return ['HEAD']
  if (ref.length === 0 || ref.length > lengthLimit || forbiddenInName.some((rule) => rule.test(ref))) {
    throw new GitError('ref_not_found', 'The ref is not a legal name. Give a branch, a tag or a commit of 40 digits.')
  }
  const isWhole = /^[0-9a-f]{40}$/.test(ref) || ref.startsWith('refs/')
  return isWhole ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`]
}
