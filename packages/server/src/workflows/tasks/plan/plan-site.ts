import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  type AskParent,
  digestSurroundings,
  encodePlan,
  narrowPlan,
  type PlanOptions,
  planSite as plan,
  type RemoteAssets,
  remoteAssetPath,
  type SitePlan,
} from '@bindery/site'
import { ExportFailure } from '../../../core/exports/export-failure.ts'
import { writeMetered } from '../../cache/write-metered.ts'
import { explainAuthorError } from '../explain-author-error.ts'
import { makeFolder } from '../make-folder.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { assetFolder, assetIndex } from '../source/asset-folder.ts'
import { dateFile } from '../source/date-file.ts'
import { openKnownFiles } from '../source/survey/known-files.ts'
import { writePlanFiles } from './plan-files.ts'
import { type FoundKeys, type ScanSecrets, scanSecrets } from './scan-secrets.ts'

const compress = promisify(gzip)

interface PlanSite extends Pick<PlanOptions, 'leftOut' | 'fetched' | 'siteUrl' | 'strict' | 'authorCode'> {
  root: string
  /** The pages to export; all without it. */
  paths?: readonly string[] | undefined
  mostPages: number
  /** Whether files of other hosts lie in the folder; without it their addresses stay. */
  assets?: 'none' | 'stored' | undefined
  /** Whether the folder says when its files were last changed. */
  dates?: 'stored' | undefined
  /** One that could not be fetched is a failure. */
  areAssetsRequired?: boolean
  /** What must not be published; nothing is looked for without it. */
  secrets?: ScanSecrets | undefined
  /** A folder with what is known of the source's files. */
  known?: string | undefined
  /** Takes the plan, packed as it is stored. */
  packed?: string
  /** A new folder for it, as it is opened. */
  folder?: string
}

export interface PlannedSite {
  pages: number
  /** Of the packed plan. */
  sha256: string
  /** A digest of what stands around pages. */
  surroundings: string
  /** Whether these are live, only the database knows. */
  keys: FoundKeys
}

/** Reads a docs folder once; from then on every page can be rendered on its own, anywhere. */
export async function planSite(input: PlanSite, ask: AskParent): Promise<PlannedSite> {
  using meter = createRemoteMeter(ask)
  const { root, leftOut = [], fetched, strict, authorCode, siteUrl, paths, secrets, packed, folder } = input
  const remote = input.assets && (await readRemote(root, input.assets))
  const known = await openKnownFiles(root, input.known, ['', 'clean', 'text'])
  const whole = await plan(root, {
    ...(known && { memory: known.memory, digest: await known.digest() }),
    leftOut,
    fetched,
    remote,
    strict,
    authorCode,
    readDates: input.dates && (async () => JSON.parse(await readFile(join(root, dateFile), 'utf8'))),
    ...(siteUrl !== undefined && { siteUrl }),
  }).catch(explainAuthorError)
  const narrowed = paths ? narrow(whole, paths) : whole
  if (input.areAssetsRequired) requireAssets(narrowed)
  checkPages(narrowed.pages.length, input.mostPages)
  const { findings, keys } = secrets
    ? scanSecrets(root, narrowed, secrets, known?.memory)
    : { findings: [], keys: { found: [], more: 0 } }
  await known?.save(meter)
  const made: SitePlan = { ...narrowed, findings: [...(narrowed.findings ?? []), ...findings] }
  const encoded = encodePlan(made)
  // Beside this thread, which has the other digest to make.
  const compressed = compress(encoded.json)
  const surroundings = digestSurroundings(encoded, known?.memory)
  const bytes = await compressed
  if (packed !== undefined) await writeMetered(packed, bytes, meter)
  if (folder !== undefined) {
    await makeFolder(folder)
    await writePlanFiles(folder, encoded.json, made, meter)
  }
  return {
    pages: narrowed.pages.length,
    sha256: hash('sha256', bytes),
    surroundings,
    keys,
  }
}

/** Where there are none, a file of that name would be the author's own. */
async function readRemote(root: string, assets: 'none' | 'stored'): Promise<RemoteAssets> {
  if (assets === 'none') return { folder: assetFolder, files: {}, live: {}, failures: {} }
  return JSON.parse(await readFile(join(root, assetFolder, assetIndex), 'utf8'))
}

/** Whatever could not be brought along fails an export that must be whole. */
function requireAssets({ remote, assets }: SitePlan): void {
  const refused = Object.entries(remote?.files ?? {}).flatMap(([url, name]) => {
    const reason = assets[remoteAssetPath(name)]?.refused
    return reason === undefined ? [] : [`${url} (${reason})`]
  })
  const missing = Object.entries(remote?.failures ?? {}).map(([url, reason]) => `${url} (${reason})`)
  const all = [...missing, ...refused]
  if (all.length === 0) return
  const more = all.length > named ? ` and ${all.length - named} more` : ''
  throw new ExportFailure(
    'assets_unavailable',
    `Files of other hosts could not be brought along: ${all.slice(0, named).join(', ')}${more}. Correct their addresses, put them into the docs folder, or export with assets set to vendor.`,
  )
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
