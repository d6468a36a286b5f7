import { join } from 'node:path'
import { type AskParent, digestTextFile, layOutAgain, openSite, writePageFile } from '@bindery/site'
import { diskBytes } from '../../cache/disk-size.ts'
import type { Meter } from '../../cache/meter.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import type { PlanDigests } from './chunk-files.ts'
import { comparePages } from './compare-pages.ts'
import { openEarlierPages, type PackedPage, type PackFiles, toEarlier } from './earlier-pages.ts'
import { storeRendered, storeWhole } from './pack-chunk.ts'
import { type PackedChunk, type StoredPage, writeChunk } from './write-chunk.ts'

interface ReusePages {
  root: string
  made: PlanDigests
  planFile: string
  /** In the order of the bundle; the file takes a page that is laid out anew beside others that must be rendered. */
  pages: { route: string; file: string }[]
  earlier: PackFiles[]
  /** Takes the pack, where no page must be rendered. */
  folder: string
}

export interface ReusedPages {
  /** Routes of those that must be rendered. */
  open: string[]
  /** Of those that lie in their files. */
  laidOut: string[]
  /** Where none must be. */
  packed?: PackedChunk
}

/**
 * Takes over what an earlier export has of a chunk: pages as they are where nothing of them has changed, else their content,
 * with what stands around it made anew. No page's source is parsed for that, so it needs no process of its own; and a chunk of
 * which no page must be rendered is packed at once, without a way over the disk.
 */
export async function reusePages(input: ReusePages, ask: AskParent): Promise<ReusedPages> {
  using meter = createRemoteMeter(ask)
  const { made, pages, folder } = input
  // Packs beside this chunk's own hold pages of others too, whose files need no reading here.
  const earlier = await openEarlierPages(input.earlier)
  const stored = new Map<string, StoredPage>()
  for (const { route } of pages) {
    const known = earlier.get(route)
    const reused = known && (await reusePage(route, known, input))
    if (reused) stored.set(route, reused)
  }
  const open = pages.map(({ route }) => route).filter((route) => !stored.has(route))
  if (open.length > 0) return { open, laidOut: await writeLaidOut(stored, input, meter) }
  const inOrder = pages.flatMap(({ route }) => stored.get(route) ?? [])
  return { open, laidOut: [], packed: await writeChunk({ made, pages: inOrder, folder }, meter) }
}

async function reusePage(
  route: string,
  known: PackedPage,
  { root, made, planFile }: ReusePages,
): Promise<StoredPage | undefined> {
  const digestFile = (path: string) => digestTextFile(join(root, path))
  const isSame = comparePages(known.made, { made, planFile, digestFile })
  if (isSame) return isSame(route, known.trace) ? storeWhole(known) : undefined
  const laidOut = await layOutAgain(route, toEarlier(known), openSite(planFile), digestFile)
  if (laidOut === 'same') return storeWhole(known)
  return laidOut && { ...storeRendered(laidOut, known), rendered: laidOut }
}

/** For the task that packs them beside the others; gives their routes. */
async function writeLaidOut(
  stored: ReadonlyMap<string, StoredPage>,
  { pages }: ReusePages,
  meter: Meter,
): Promise<string[]> {
  const written: string[] = []
  for (const { route, file } of pages) {
    const rendered = stored.get(route)?.rendered
    if (!rendered) continue
    await meter.add(diskBytes(writePageFile(file, rendered)))
    written.push(route)
  }
  return written
}
