import { readFile } from 'node:fs/promises'
import type { Diagnostic } from '@bindery/agent'
import { severityOf } from '@bindery/site'
import { selectNew } from '../../../core/exports/read/select-new.ts'

interface CompareFindings {
  /** Files of findings. */
  before: string
  now: string
  /** Files of the repository that were changed. */
  changed?: readonly string[]
}

// More than a model reads, or a job's error names.
const most = 1_000

/** Findings of `now` that `before` does not have. A changed page must be valid, whatever it was before. */
export async function compareFindings({ before, now, changed = [] }: CompareFindings): Promise<Diagnostic[]> {
  const isChanged = new Set(changed)
  const findings = await readFindings(now)
  const added = new Set(selectNew(findings, await readFindings(before), ({ kind }) => kind))
  const isBadPage = ({ kind, file }: Diagnostic) => severityOf(kind) === 'error' && isChanged.has(file)
  return findings.filter((finding) => added.has(finding) || isBadPage(finding)).slice(0, most)
}

async function readFindings(file: string): Promise<Diagnostic[]> {
  return JSON.parse(await readFile(file, 'utf8'))
}
