import { GitError } from '../outbound/git-error.ts'

/** Runs `work` until it ends, the caller aborts (his reason is thrown) or the time is up (`repository_timeout`). */
export async function withDeadline<T>(
  signal: AbortSignal,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const clock = AbortSignal.timeout(timeoutMs)
  try {
    return await work(AbortSignal.any([signal, clock]))
  } catch (error) {
    signal.throwIfAborted()
    if (!clock.aborted) throw error
    throw new GitError(
      'repository_timeout',
      `The repository could not be fetched within ${Math.ceil(timeoutMs / 1000)} s. Try again later; if it is large, ask the operator to raise the limit.`,
      { cause: error },
    )
  }
}
