/**
 * The full name of an abbreviated commit, looked for among the tips of branches and tags in the output of `ls-remote`:
 * hosts answer no other question about a part of a name. Nothing if none or more than one fits.
 */
export function expandCommit(abbreviation: string, remoteRefs: string): string | undefined {
  const fitting = remoteRefs.split('\n').filter((line) => line.startsWith(abbreviation))
  const commits = new Set(fitting.map((line) => line.slice(0, 40)))
  return commits.size === 1 ? [...commits][0] : undefined
}

export function isAbbreviatedCommit(ref: string | undefined): ref is string {
  return ref !== undefined && /^[0-9a-f]{7,39}$/.test(ref)
}
