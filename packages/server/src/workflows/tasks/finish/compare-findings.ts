import { readFile } from 'node:fs/promises'
import type { Diagnostic } from '@bindery/agent'

interface CompareFindings {
  /** Files of findings. */
  before: string
  now: string
}

// More than a model reads, or a job's error names.
const most = 1_000

/**
 * Those of `now` that `before` did not have. Lines move with every edit, so a finding is known by its file, kind and
 * words, and counts as often as it stands there.
 */
export async function compareFindings({ before, now }: CompareFindings): Promise<Diagnostic[]> {
  const known = new Map<string, number>()
  for (const diagnostic of await readFindings(before)) {
    known.set(keyOf(diagnostic), (known.get(keyOf(diagnostic)) ?? 0) + 1)
  }
  const added = (await readFindings(now)).filter((diagnostic) => {
    const left = known.get(keyOf(diagnostic)) ?? 0
    known.set(keyOf(diagnostic), left - 1)
    return left <= 0
  })
  return added.slice(0, most)
}

async function readFindings(file: string): Promise<Diagnostic[]> {
  return JSON.parse(await readFile(file, 'utf8'))
}

function keyOf({ file, kind, message }: Diagnostic): string {
  return `${kind} ${file} ${message}`
}
