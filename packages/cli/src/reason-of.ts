/** `fetch` says only that it failed; the reason stands below. */
export function reasonOf(error: unknown): string {
  const below = error instanceof Error ? (error.cause ?? error) : error
  return below instanceof Error ? below.message || below.name : String(below)
}
