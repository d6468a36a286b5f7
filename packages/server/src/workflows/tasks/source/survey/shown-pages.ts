import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { digestTextFile, indexSite, rendererVersion, rendersTheSame, type SitePlan } from '@bindery/site'
import type { Meter } from '../../../cache/meter.ts'
import { writeMetered } from '../../../cache/write-metered.ts'
import { formatShown, type ShownPage, shownPagesName } from './shown-pages-file.ts'

interface Asked {
  root: string
  plan: SitePlan
  pages: readonly string[]
}

export interface TakenShown {
  urls: string[]
  /** Routes of the pages that must be rendered to know what they show. */
  open: string[]
}

/** Takes over what is known of pages that would be rendered as before; what is known of others is forgotten. */
export async function takeShown(folder: string, { root, plan, pages }: Asked, meter: Meter): Promise<TakenShown> {
  const site = indexSite(plan)
  const known = await readShown(join(folder, shownPagesName))
  const digestFile = (path: string) => digestTextFile(join(root, path))
  const taken = pages.flatMap((route) => {
    const [shown, page] = [known.get(route), site.pages.get(route)]
    return shown && page && rendersTheSame(shown[3], page, site, digestFile) ? [shown] : []
  })
  await writeShown(folder, taken, meter)
  const routes = new Set(taken.map(([, route]) => route))
  return { urls: taken.flatMap(([, , urls]) => urls), open: pages.filter((route) => !routes.has(route)) }
}

async function writeShown(folder: string, pages: ShownPage[], meter: Meter): Promise<void> {
  const draft = join(folder, 'shown-draft')
  await writeMetered(draft, pages.map(formatShown).join(''), meter)
  await rename(draft, join(folder, shownPagesName))
}

/** It only saves time: what is broken is rendered again. */
async function readShown(file: string): Promise<Map<string, ShownPage>> {
  try {
    const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
    const pages = lines.map((line) => JSON.parse(line) as ShownPage)
    return new Map(pages.filter(([renderer]) => renderer === rendererVersion).map((page) => [page[1], page]))
  } catch {
    return new Map()
  }
}
