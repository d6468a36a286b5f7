import type { AskParent, SitePart } from '@bindery/site'
import { readJson } from '../pages/chunk-files.ts'

/** What the shared files are made from, pack by pack. */
export interface Parts {
  /** One that is asked for again lies on the disk. */
  read(at: number): Promise<SitePart>
  /** All in their order: the next is on its way while one is worked on. */
  inTurn(): AsyncGenerator<SitePart>
}

export function openParts(count: number, ask: AskParent): Parts {
  const files = new Map<number, Promise<string>>()
  const request = (at: number): Promise<string> => {
    const file = files.get(at) ?? (ask('part', at) as Promise<string>)
    files.set(at, file)
    file.catch(() => files.delete(at))
    return file
  }
  const read = async (at: number) => (await readJson(await request(at))) as SitePart
  return {
    read,
    async *inTurn() {
      for (let at = 0; at < count; at++) {
        const file = await request(at)
        if (at + 1 < count) void request(at + 1)
        yield (await readJson(file)) as SitePart
      }
    },
  }
}
