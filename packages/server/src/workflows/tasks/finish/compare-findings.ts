import { readFile } from 'node:fs/promises'
import type { Diagnostic } from '@bindery/agent'
import { severityOf } from '@bindery/site'

interface CompareFindings {
  /** Files of findings. */
  before: string
  now: string
  /** Files of the repository that were changed. */
  changed?: readonly string[]
}

// More than a model reads, or a job's error names.
const most = 1_000

/**
 * Those of `now` that `before` did not have. Lines move with every agent job, so a finding is known by its file, kind and
 * words, and counts as often as it stands there. A changed page must be valid, whatever it was before.
 */
export async function compareFindings({ before, now, changed = [] }: CompareFindings): Promise<Diagnostic[]> {
  const isChanged = new Set(changed)
  const known = new Map<string, number>()
  for (const diagnostic of await readFindings(before)) {
    known.set(keyOf(diagnostic), (known.get(keyOf(diagnostic)) ?? 0) + 1)
  }
  const added = (await readFindings(now)).filter((diagnostic) => {
    const left = known.get(keyOf(diagnostic)) ?? 0
    known.set(keyOf(diagnostic), left - 1)
    return left <= 0 || (isBadPage(diagnostic) && isChanged.has(diagnostic.file))
  })
  return added.slice(0, most)
}

async function readFindings(file: string): Promise<Diagnostic[]> {
  return JSON.parse(await readFile(file, 'utf8'))
}

/** Identity of a finding. A bad page is one finding, whatever its message. */
function keyOf(diagnostic: Diagnostic): string {
  const { file, kind, message } = diagnostic
  return isBadPage(diagnostic) ? `page ${file}` : `${kind} ${file} ${message}`
}

function isBadPage({ kind }: Diagnostic): boolean {
  return severityOf(kind) === 'error'
}
