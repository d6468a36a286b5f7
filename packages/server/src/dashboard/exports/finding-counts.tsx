import { formatMany } from '../view/numbers.ts'

/** Errors and warnings that stand out, and nothing where there are none. */
export function FindingCounts({ errors, warnings }: { errors: number; warnings: number }) {
  return (
    <span class="counts">
      {errors > 0 && <span class="badge bad">{formatMany(errors, 'error')}</span>}
      {warnings > 0 && <span class="badge warn">{formatMany(warnings, 'warning')}</span>}
      {errors + warnings === 0 && <span class="quiet">none</span>}
    </span>
  )
}
