import { setTimeout as wait } from 'node:timers/promises'
import { findPicture, readVersion } from './live-site.ts'

// Often enough to see a change within a frame, and little enough to leave the machine to what is measured.
const pauseMs = 10

export interface Readings {
  reads: number
  /** An old page after one of a newer commit was served. */
  stale: number
  /** A page of a new commit whose neighbour, picture or style sheet is not of it. */
  mixed: number
  failed: number
}

/**
 * A reader who opens a page, what it shows and the page beside it, again and again. Each round begins with the page, so
 * that whatever comes after it must be as new.
 */
export function readSteadily(url: string, [page, neighbour]: readonly [string, string]) {
  const ended = new AbortController()
  const figures: Readings = { reads: 0, stale: 0, mixed: 0, failed: 0 }
  let newest = -1
  const waiting = new Map<number, (at: number) => void>()

  const get = async (path: string) => {
    figures.reads++
    const answer = await fetch(new URL(path, url)).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (answer?.status === 200 && text !== undefined) return text
    // Before the first site there is none to serve.
    if (newest >= 0) figures.failed++
    return undefined
  }
  const note = (version: number) => {
    if (version < newest) figures.stale++
    if (version <= newest) return
    newest = version
    for (const [wanted, arrived] of waiting) if (wanted <= version) arrived(performance.now())
  }
  const readAround = async (text: string, version: number) => {
    const picture = findPicture(text)
    const [, style] = /<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/.exec(text) ?? []
    const shown = picture && (await get(new URL(picture, new URL(page, url)).pathname))
    const styled = style && (await get(new URL(style, new URL(page, url)).pathname))
    const beside = await get(neighbour)
    const isOfIt = (other: string | undefined) => (readVersion(other ?? '') ?? -1) >= version
    if (!isOfIt(shown) || !isOfIt(beside) || !styled) figures.mixed++
  }
  const read = async () => {
    let last = -1
    while (!ended.signal.aborted) {
      const text = await get(page)
      const version = readVersion(text ?? '')
      if (text !== undefined && version !== undefined) {
        note(version)
        // All of it when it is new, and else the page alone, as a reader who reloads.
        if (version !== last) await readAround(text, version)
        last = version
      }
      await wait(pauseMs)
    }
  }
  const reading = read()
  return {
    /** When the words of a commit were first served. */
    async served(version: number, patienceMs = 600_000): Promise<number> {
      if (newest >= version) return performance.now()
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      const late = new Error(`${url} does not serve commit ${version} after ${patienceMs / 1000} s.`)
      const timer = setTimeout(reject, patienceMs, late)
      waiting.set(version, resolve)
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(version)
      })
    },
    async stop(): Promise<Readings> {
      ended.abort()
      await reading
      return figures
    },
  }
}
