import { severityOf } from '@bindery/site/findings'

interface Found {
  file: string
  message: string
}

/**
 * Findings that an earlier report does not have. Lines move with every change above them, so a finding is known by its kind,
 * file and message; of several equal ones as many are new as there are more. A bad page is one finding, whatever its message.
 */
export function selectNew<Finding extends Found>(
  findings: readonly Finding[],
  earlier: readonly Finding[],
  kindOf: (finding: Finding) => string,
): Finding[] {
  const keyOf = (finding: Finding) => {
    const kind = kindOf(finding)
    const { file, message } = finding
    return severityOf(kind) === 'error' ? `page ${file}` : JSON.stringify([kind, file, message])
  }
  const known = new Map<string, number>()
  for (const finding of earlier) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1)
  return findings.filter((finding) => {
    const left = known.get(keyOf(finding)) ?? 0
    known.set(keyOf(finding), left - 1)
    return left <= 0
  })
}
