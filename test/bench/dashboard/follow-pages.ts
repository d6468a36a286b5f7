import { setTimeout as wait } from 'node:timers/promises'
import type { Service } from '../../../deploy/local/start-service.ts'
import { cpuSecondsOf } from '../host/start-server.ts'

export interface Following {
  pages: number
  /** What the API takes of one core while nothing changes, 0.05 of it for one twentieth. */
  shareOfCore: number
  /** Requests that came back, and those of them that were refused. */
  answered: number
  refused: number
}

/** Opens so many lists and follows them as the script of a page does: the answer waits until something changes. */
export async function followPages(
  service: Service,
  { path, cookie }: { path: string; cookie: string },
  { pages, seconds }: { pages: number; seconds: number },
): Promise<Following> {
  const api = service.processes.find(({ role }) => role === 'api')
  const pid = api?.child.pid
  if (pid === undefined) throw new Error('The service has no API process.')
  const ended = new AbortController()
  const counts = { answered: 0, refused: 0 }
  const ask = async (url: URL) => {
    const answer = await fetch(url, { headers: { cookie, accept: 'text/html' }, signal: ended.signal })
    counts.answered++
    if (!answer.ok) counts.refused++
    return answer.text()
  }
  const follow = async () => {
    const list = new URL(path, service.url)
    for (let text = await ask(list); !ended.signal.aborted; ) {
      const [, live] = /data-live="([^"]+)"/.exec(text) ?? []
      const [, revision = ''] = /data-revision="([^"]+)"/.exec(text) ?? []
      if (live === undefined) throw new Error(`${path} is not followed.`)
      const next = new URL(live.replaceAll('&amp;', '&'), service.url)
      next.searchParams.set('since', revision)
      // Without news the answer is empty, and the page stays as it is.
      text = (await ask(next)) || text
    }
  }
  const following = Array.from({ length: pages }, follow)
  const all = Promise.all(following).catch((error: Error) => {
    if (!ended.signal.aborted) throw error
  })
  await Promise.race([all, wait(warmUpMs)])
  counts.answered = 0
  const before = cpuSecondsOf(pid)
  await Promise.race([all, wait(seconds * 1000)])
  const shareOfCore = (cpuSecondsOf(pid) - before) / seconds
  ended.abort()
  await all
  return { pages, shareOfCore: Math.round(shareOfCore * 1000) / 1000, ...counts }
}

// All have opened their page by then.
const warmUpMs = 5_000
