import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { type AskParent, countSeverities, finishSite as finish, openSite, type Report } from '@bindery/site'
import { writeMetered } from '../../cache/write-metered.ts'
import { explainAuthorError } from '../explain-author-error.ts'
import { type WrittenPack, writePackFiles } from '../pages/chunk-files.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { checkReport } from './check-report.ts'
import { packInOrder, spoolFiles } from './spool-files.ts'
import { type FactsAsks, walkFacts } from './walk-facts.ts'

interface FinishSite {
  root: string
  planFile: string
  /** How many packs of pages there are. */
  packs: number
  scratch: string
}

/** What the worker does for this task: it alone reaches the bucket. */
export interface FinishAsks extends FactsAsks {
  report(made: { file: string; errors: number; warnings: number }): Promise<void>
  /** Stores one of the packs and removes its folder, perhaps after it has answered. */
  pack(written: WrittenPack & { folder: string }): Promise<void>
}

export interface FinishedSite {
  renderer: string
  errors: number
  warnings: number
}

/** Makes the shared files from the facts of all pages, and packs them in the order of the bundle. */
export async function finishSite(input: FinishSite, ask: AskParent): Promise<FinishedSite> {
  using meter = createRemoteMeter(ask)
  const { root, planFile, packs, scratch } = input
  const site = openSite(planFile)
  const { plan } = site
  let counts = { errors: 0, warnings: 0 }
  const onReport = async (report: Report, bytes: Uint8Array) => {
    const file = join(scratch, 'report.json')
    await writeMetered(file, bytes, meter)
    const { errors, warnings } = countSeverities(report)
    counts = { errors, warnings }
    await ask('report', { file, ...counts })
    checkReport(report)
  }
  const files = finish({ root, plan, site, parts: walkFacts(packs, ask), scratch, onReport })
  await using spool = await spoolFiles(join(scratch, 'spool'), files, meter).catch(explainAuthorError)
  for await (const packed of packInOrder(spool)) {
    const folder = await mkdtemp(join(scratch, 'pack-'))
    await ask('pack', { ...(await writePackFiles(folder, packed, meter)), folder })
  }
  return { renderer: plan.renderer, ...counts }
}
