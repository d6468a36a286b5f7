/** `fetch` says only that it failed; the reason stands below. */
export function reasonOf(error: unknown): string {
  let deepest = error
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause
  return deepest instanceof Error ? deepest.message || deepest.name : String(deepest)
}
