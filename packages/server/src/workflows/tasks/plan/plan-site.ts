import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type AskParent, narrowPlan, type PlanOptions, planSite as plan, type SitePlan } from '@bindery/site'
import { ExportFailure } from '../../../core/exports/export-failure.ts'
import { diskBytes } from '../../cache/disk-size.ts'
import { explainAuthorError } from '../explain-author-error.ts'
import { makeFolder } from '../make-folder.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { writePlanFiles } from './plan-files.ts'
import { type FoundKeys, type ScanSecrets, scanSecrets } from './scan-secrets.ts'

const compress = promisify(gzip)

interface PlanSite extends Pick<PlanOptions, 'leftOut' | 'fetched' | 'siteUrl' | 'strict'> {
  root: string
  /** The pages to export; all without it. */
  paths?: readonly string[] | undefined
  mostPages: number
  /** What must not be published; nothing is looked for without it. */
  secrets?: ScanSecrets | undefined
  /** Takes the plan, packed as it is stored. */
  packed?: string
  /** A new folder for it, as it is opened. */
  folder?: string
}

export interface PlannedSite {
  pages: number
  /** Of the packed plan. */
  sha256: string
  /** Whether these are live, only the database knows. */
  keys: FoundKeys
}

/** Reads a docs folder once; from then on every page can be rendered on its own, anywhere. */
export async function planSite(input: PlanSite, ask: AskParent): Promise<PlannedSite> {
  using meter = createRemoteMeter(ask)
  const { root, leftOut = [], fetched, strict, siteUrl, paths, secrets, packed, folder } = input
  const whole = await plan(root, { leftOut, fetched, strict, ...(siteUrl !== undefined && { siteUrl }) }).catch(
    explainAuthorError,
  )
  const narrowed = paths ? narrow(whole, paths) : whole
  checkPages(narrowed.pages.length, input.mostPages)
  const { findings, keys } = secrets
    ? scanSecrets(root, narrowed, secrets)
    : { findings: [], keys: { found: [], more: 0 } }
  const json = Buffer.from(
    JSON.stringify({ ...narrowed, findings: [...(narrowed.findings ?? []), ...findings] } satisfies SitePlan),
  )
  const bytes = await compress(json)
  if (packed !== undefined) {
    await meter.add(diskBytes(bytes.length))
    await writeFile(packed, bytes)
  }
  if (folder !== undefined) {
    await makeFolder(folder)
    await writePlanFiles(folder, json, meter)
  }
  return { pages: narrowed.pages.length, sha256: hash('sha256', bytes), keys }
}

function checkPages(pages: number, most: number): void {
  if (pages <= most) return
  const sentence = `The site has ${pages} pages, more than the ${most} allowed. Split it, or ask the operator to raise the limit.`
  throw new ExportFailure('too_many_pages', sentence)
}

// As many as the job's error names.
const named = 20

function narrow(whole: SitePlan, paths: readonly string[]): SitePlan {
  const narrowed = narrowPlan(whole, paths)
  const { unknown } = narrowed
  if (unknown.length === 0) return narrowed.plan
  const more = unknown.length > named ? ` and ${unknown.length - named} more` : ''
  throw new ExportFailure(
    'page_not_found',
    `The site has no published page at ${unknown.slice(0, named).join(', ')}${more}. Check the paths, or the ref that was exported.`,
  )
}
