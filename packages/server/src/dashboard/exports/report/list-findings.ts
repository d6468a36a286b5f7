import type { ExportReport } from '@bindery/contract'
import { compareKinds, type Severity, severityOf } from '@bindery/site/findings'

/** Something to fix, whatever part of a report names it. */
export interface ListedFinding {
  code: string
  severity: Severity
  message: string
  file: string
  /** Null for what is a matter of the whole file. */
  line: number | null
  column: number | null
}

/** Pages that failed, findings and mistakes in the configuration: the gravest kinds first, each in the report's own order. */
export function listFindings({ failures, findings, advice }: ExportReport): ListedFinding[] {
  const nowhere = { line: null, column: null }
  const all: ListedFinding[] = [
    ...failures.map(({ reason, file, line, column }) => ({
      ...of('page_failed'),
      message: reason,
      file,
      line,
      column,
    })),
    ...findings,
    ...advice.map(({ file, path, message, suggestion }) => {
      return { ...of('configuration'), message: `${path}: ${message} ${suggestion}`, file, ...nowhere }
    }),
  ]
  return all.sort((a, b) => compareKinds(a.code, b.code))
}

const of = (code: string) => ({ code, severity: severityOf(code) })
