/** When files were last changed, as the history of their repository says. */
export interface FileDates {
  /** `2026-11-17`, by the path in the docs folder; one that was not changed in what was read of the history is absent. */
  days: Record<string, string>
  /** Why there are none. */
  failure?: string
}
