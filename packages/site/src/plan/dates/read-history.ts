/**
 * How much of a history is read. A service fetches one commit more, so that the first of the order of `git rev-list` are
 * the same there as in a whole clone, and each of them has its parents beside it.
 */
export const historyCommits = 5_000

/** Arguments of git that list the commits, of which `listChanges` takes the names. */
export function listCommits(commit: string): string[] {
  return ['rev-list', `--max-count=${historyCommits}`, '--end-of-options', commit]
}

/**
 * The day of each commit and the files below the folder that it changed. Only trees are compared. Of a merge those files
 * that differ from each of its parents, as in `git log`.
 */
export function listChanges(folder: string): string[] {
  const form = ['-r', '-c', '--root', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--format=%x00%ct']
  return ['diff-tree', '--stdin', ...form, '--', ...(folder === '' ? [] : [`:(top,literal)${folder}`])]
}

// 9999-12-31: a commit may bear any number.
const lastSecond = 253_402_300_799

/** Reads what `listChanges` printed: the first commit that names a file is the last that changed it. */
export function readDays(printed: string, folder: string): Map<string, string> {
  const days = new Map<string, string>()
  const prefix = folder === '' ? '' : `${folder}/`
  let day: string | undefined
  let isTime = false
  for (const part of printed.split('\0')) {
    if (isTime) day = toDay(part)
    else if (part !== '') addFile(part.replace(/^\n/, ''))
    isTime = part === ''
  }
  return days

  function addFile(path: string): void {
    const file = path.slice(prefix.length)
    if (day !== undefined && path.startsWith(prefix) && !days.has(file)) days.set(file, day)
  }
}

/** The same day wherever it is read. */
function toDay(printed: string): string | undefined {
  const seconds = /^\d+$/.test(printed) ? Number(printed) : Number.NaN
  return seconds >= 0 && seconds <= lastSecond ? new Date(seconds * 1000).toISOString().slice(0, 10) : undefined
}
