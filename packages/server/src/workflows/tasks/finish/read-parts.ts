import { readFile } from 'node:fs/promises'
import type { AskParent, FinishingFacts, FinishingPart, PartOutline, SitePart } from '@bindery/site'
import { readJson } from '../pages/chunk-files.ts'
import { writeOutline } from '../pages/write-outline.ts'
import { holdPages } from './held-pages.ts'

/** What the shared files are made from, pack by pack. */
export interface Parts {
  /** One that is asked for again lies on the disk. */
  read(at: number): Promise<SitePart>
  /** All in their order: the next is on its way while one is worked on. */
  inTurn(): AsyncGenerator<SitePart>
}

// Of a small change there are no more. A part of 256 pages takes some 10 MB.
const partsHeld = 2

export function openParts(count: number, ask: AskParent): Parts {
  const files = new Map<number, Promise<string>>()
  const request = (at: number): Promise<string> => {
    const file = files.get(at) ?? (ask('part', at) as Promise<string>)
    files.set(at, file)
    file.catch(() => files.delete(at))
    return file
  }
  // Those that have changed are read for their outlines, their terms and their texts.
  const held = new Map<number, Promise<SitePart>>()
  const parse = async (at: number) => (await readJson(await request(at))) as SitePart
  const read = (at: number): Promise<SitePart> => {
    const known = held.get(at)
    if (known) return known
    const part = parse(at)
    held.set(at, part)
    part.catch(() => held.delete(at))
    const [oldest] = held.keys()
    if (held.size > partsHeld && oldest !== undefined) held.delete(oldest)
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
      const pages = holdPages()
      for (const at of files.keys()) {
        const read = async () => JSON.parse((await open(at)).pages) as FinishingFacts[]
        yield { pages: await pages.find(files[at], read), search: [] }
      }
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

/** What an earlier part gave to the search, out of its outline. */
export async function readOutlinedSearch(file: string): Promise<PartOutline['search']> {
  return JSON.parse(splitOutline(await readFile(file, 'utf8')).search)
}

function splitOutline(text: string): Outlined {
  const end = text.indexOf('\n')
  return { pages: text.slice(0, end), search: text.slice(end + 1) }
}
