/** How much more the words of a page count; undefined for what is no such number. */
export function readBoost(value: unknown): number | undefined {
  const boost = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof boost === 'number' && boost > 0 && boost !== 1 && Number.isFinite(boost) ? boost : undefined
}
