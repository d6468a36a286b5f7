declare const isLookedUp: unique symbol

/**
 * A row that was looked up for a caller who may see it. Functions that trust this take the row instead of an id, so that the
 * look-up cannot be forgotten.
 */
export type LookedUp<Row> = Row & { readonly [isLookedUp]: true }

/** Marks the result of a look-up that compared the row with its caller. */
export function lookedUp<Row extends object>(row: Row): LookedUp<Row> {
  return row as LookedUp<Row>
}
