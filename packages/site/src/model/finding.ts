import type { Severity } from './finding-kinds.ts'

/** `code` is stable, see `finding-kinds.ts`: `broken_link`, `broken_anchor`, `missing_asset`, `fallback`, … */
export interface FoundProblem {
  code: string
  message: string
  file: string
  line: number
  column: number
}

/** As the report shows it. */
export interface Finding extends FoundProblem {
  severity: Severity
}
