/** `code` is stable: `broken_link`, `broken_anchor`, `missing_asset`, `unknown_component`, `fallback`, … */
export interface Finding {
  code: string
  severity: 'error' | 'warning'
  message: string
  file: string
  line: number
  column: number
}
