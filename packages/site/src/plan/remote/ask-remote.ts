export interface RemoteAnswer {
  status: number
  /** With names in small letters. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** One request, which follows no redirect and ends with the signal. It checks the URL, and each hop comes here. */
export type AskRemote = (url: string, signal: AbortSignal, headers?: Record<string, string>) => Promise<RemoteAnswer>

/** Why something could not be fetched, in words that its author may read: the end of a sentence. */
export class NotFetched extends Error {}

export interface FollowOptions {
  ask: AskRemote
  redirects: number
  signal: AbortSignal
  headers?: Record<string, string>
}

const moved = [301, 302, 303, 307, 308]

/** The answer at the end of the redirects: one with a body, or that what we have is still right. */
export async function askFollowing(
  url: string,
  { ask, redirects, signal, headers }: FollowOptions,
): Promise<RemoteAnswer> {
  let at = url
  for (let hops = 0; hops <= redirects; hops++) {
    const answer = await ask(at, signal, headers)
    if (answer.status === 200 || (answer.status === 304 && headers)) return answer
    const { location } = answer.headers
    const target = moved.includes(answer.status) && typeof location === 'string' ? URL.parse(location, at) : null
    if (!target) throw new NotFetched(`its host answered with status ${answer.status}`)
    target.hash = ''
    at = target.href
  }
  throw new NotFetched(`it is redirected more than ${redirects} times`)
}

/** What a connection says of itself stays here: it may tell of a network that the author must not see. */
export function formatNotFetched(error: unknown): string {
  return error instanceof NotFetched ? error.message : 'its host could not be reached'
}

/** Ends what is left of a request that is not read to its end, and tells a slow host from a stopped job. */
export async function withDeadline<T>(
  timeMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const clock = AbortSignal.timeout(timeMs)
  const done = new AbortController()
  try {
    return await work(AbortSignal.any([clock, done.signal, ...(signal ? [signal] : [])]))
  } catch (error) {
    signal?.throwIfAborted()
    throw clock.aborted ? new NotFetched(`it took longer than ${timeMs / 1000} s`) : error
  } finally {
    done.abort()
  }
}
