import { readFile } from 'node:fs/promises'
import type { AskParent, FinishingFacts, FinishingPart, PartOutline, SitePart } from '@bindery/site'
import { readJson } from '../pages/chunk-files.ts'
import { writeOutline } from '../pages/write-outline.ts'

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
  // The one that has changed is read for its outline, its terms and its texts.
  let last: { at: number; part: Promise<SitePart> } | undefined
  const parse = async (at: number) => (await readJson(await request(at))) as SitePart
  const read = (at: number): Promise<SitePart> => {
    if (last?.at === at) return last.part
    const part = parse(at)
    last = { at, part }
    part.catch(() => {
      last = undefined
    })
    return part
  }
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

/** The same without texts and terms, as far as this host has outlined them before. */
export interface OutlinedParts {
  search(at: number): Promise<PartOutline['search']>
  inTurn(): AsyncGenerator<FinishingPart>
}

/** What of a part is new to this host is outlined. */
export function openOutlines(parts: Parts, known: readonly (string | undefined)[], ask: AskParent): OutlinedParts {
  const files = [...known]
  const open = async (at: number): Promise<Outlined> => {
    const file = files[at]
    if (file !== undefined) return splitOutline(await readFile(file, 'utf8'))
    const text = writeOutline(await parts.read(at))
    files[at] = await storeOutline(ask, at, text)
    return splitOutline(text)
  }
  return {
    search: async (at) => JSON.parse((await open(at)).search),
    async *inTurn() {
      for (const at of files.keys()) yield { pages: JSON.parse((await open(at)).pages) as FinishingFacts[], search: [] }
    },
  }
}

/** For the next export. Gives the file in which it lies from then on, if there is room for it. */
export async function storeOutline(ask: AskParent, at: number, text: string): Promise<string | undefined> {
  return (await ask('outlined', { at, bytes: Buffer.from(text) })) as string | undefined
}

/** Two lines, of which mostly only the first is read. */
interface Outlined {
  pages: string
  search: string
}

function splitOutline(text: string): Outlined {
  const end = text.indexOf('\n')
  return { pages: text.slice(0, end), search: text.slice(end + 1) }
}
