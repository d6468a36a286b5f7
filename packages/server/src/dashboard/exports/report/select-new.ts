import type { ExportReport } from '@bindery/contract'
import { type ListedFinding, listFindings } from './list-findings.ts'

/**
 * What an earlier report does not have. Lines move with every change above them, so a finding is known again by its file
 * and sentence; of several alike as many are new as there are more.
 */
export function selectNew(findings: readonly ListedFinding[], earlier: ExportReport): ListedFinding[] {
  const known = new Map<string, number>()
  for (const finding of listFindings(earlier)) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1)
  return findings.filter((finding) => {
    const left = known.get(keyOf(finding)) ?? 0
    known.set(keyOf(finding), left - 1)
    return left <= 0
  })
}

const keyOf = ({ code, file, message }: ListedFinding) => JSON.stringify([code, file, message])

/** A report names only the first of very many of a kind; one of the others may look new. */
export function namesAll({ counts, findings }: ExportReport): boolean {
  const named = Object.values(counts.findings).reduce((sum, count) => sum + count, 0)
  return named <= findings.length
}
