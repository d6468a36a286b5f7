import type { Outcome } from './update-site.ts'

// A mirror that is being restarted is back within seconds; a link that has expired is not, and must not be hammered.
const firstRetrySeconds = 5
const lastRetrySeconds = 300
// Who says to come back next week has a fault; the site would stay as it is.
const longestSeconds = 3600

/** How many seconds to wait after each outcome of the same wish; `undefined` when there is nothing to wait for. */
export function createPauses(refreshSeconds: number | undefined): (outcome: Outcome) => number | undefined {
  let retrySeconds = firstRetrySeconds
  return (outcome) => {
    if (typeof outcome !== 'object') {
      retrySeconds = firstRetrySeconds
      return refreshSeconds === undefined ? undefined : scatter(refreshSeconds)
    }
    const seconds = Math.max(retrySeconds, Math.min(outcome.againAfterSeconds, longestSeconds))
    retrySeconds = Math.min(retrySeconds * 2, lastRetrySeconds)
    return scatter(seconds)
  }
}

/** A little more each time: hosts that were started together must not ask together for ever. */
function scatter(seconds: number): number {
  return seconds * (1 + Math.random() / 5)
}
