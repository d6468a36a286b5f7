import { setTimeout as wait } from 'node:timers/promises'

const readersOfEach = 2
// Enough to meet every moment of a switch, and little enough to leave the machine to what is measured.
const pauseMs = 5

/** Readers that open a page and then the style sheet that it names, until they are stopped; whatever is not whole has failed. */
export function readUnderLoad(urls: readonly string[]) {
  const ended = new AbortController()
  const figures = { requests: 0, failed: 0 }
  const get = async (url: string) => {
    figures.requests++
    const answer = await fetch(url).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (answer?.status === 200 && text !== undefined) return text
    figures.failed++
    return ''
  }
  const read = async (url: string) => {
    while (!ended.signal.aborted) {
      const page = await get(`${url}/`)
      const [, style] = /<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/.exec(page) ?? []
      if (style !== undefined) await get(new URL(style, `${url}/`).href)
      else if (page !== '') figures.failed++
      await wait(pauseMs)
    }
  }
  const readers = urls.flatMap((url) => Array.from({ length: readersOfEach }, () => read(url)))
  return {
    async stop() {
      ended.abort()
      await Promise.all(readers)
      return figures
    },
  }
}
