import type { AskParent, SitePart } from '@bindery/site'
import { readJson } from '../pages/chunk-files.ts'

/** What the shared files are made from, pack by pack: the next is on its way while one is worked on. */
export async function* readParts(count: number, ask: AskParent): AsyncGenerator<SitePart> {
  const request = (n: number) => (n < count ? (ask('part', n) as Promise<string>) : undefined)
  let next = request(0)
  for (let n = 0; n < count; n++) {
    const file = (await next) as string
    next = request(n + 1)
    next?.catch(() => {})
    yield (await readJson(file)) as SitePart
  }
}
