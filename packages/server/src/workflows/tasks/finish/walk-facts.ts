import type { AskParent, SitePart } from '@bindery/site'
import { readFacts } from '../pages/chunk-files.ts'

/** The worker answers `facts` with the file of the nth pack. */
export interface FactsAsks {
  facts(n: number): Promise<string>
}

/** Facts of the pages of each pack. The next file is requested while one is read. */
export async function* walkFacts(packs: number, ask: AskParent): AsyncGenerator<SitePart> {
  const request = (at: number) => {
    const file = at < packs ? (ask('facts', at) as Promise<string>) : undefined
    // Its error is thrown where the file is read.
    file?.catch(() => {})
    return file
  }
  for (let at = 0, next = request(0); next; at++) {
    const file = await next
    next = request(at + 1)
    const { pages, search } = await readFacts(file)
    yield { pages: pages.map(({ facts }) => facts), search }
  }
}
