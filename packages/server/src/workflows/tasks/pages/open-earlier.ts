import { type AskParent, hasSameFiles, writePageFile } from '@bindery/site'
import { diskBytes } from '../../cache/disk-size.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { openEarlierPages, unpackEarlier } from './earlier-pages.ts'

interface OpenEarlier {
  root: string
  /** Digest of the plan. */
  plan: string
  pages: { route: string /** Takes what is known of the page. */; file: string }[]
  /** Earlier packs, each in a folder. */
  folders: string[]
}

export interface EarlierRoutes {
  /** Laid out by this plan, and made from files that are the same: nothing is left to render. */
  whole: string[]
  /** Their content may still be right. */
  known: string[]
}

/** Looks which pages of a chunk an earlier export has, and unpacks those that must be laid out again. */
export async function openEarlier({ root, plan, pages, folders }: OpenEarlier, ask: AskParent): Promise<EarlierRoutes> {
  using meter = createRemoteMeter(ask)
  // Packs beside this chunk's own hold pages of others too, whose files need no reading here.
  const earlier = await openEarlierPages(folders)
  const routes: EarlierRoutes = { whole: [], known: [] }
  for (const { route, file } of pages) {
    const page = earlier.get(route)
    if (!page) continue
    if (page.plan === plan && hasSameFiles(page.trace, root)) routes.whole.push(route)
    else {
      const unpacked = await unpackEarlier(page)
      if (!unpacked) continue
      await meter.add(diskBytes(2 * unpacked.html.length))
      writePageFile(file, unpacked)
      routes.known.push(route)
    }
  }
  return routes
}
