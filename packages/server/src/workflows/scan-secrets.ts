import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Finding, SitePlan } from '@bindery/site'
import type { ExportOrder } from '../core/exports/begin-export.ts'
import { ExportFailure } from '../core/exports/export-failure.ts'
import { findLiveKeys } from '../core/secrets/find-live-keys.ts'
import { findSecrets, type Place, toWanted } from '../core/secrets/find-secrets.ts'
import { createExceptions } from '../core/secrets/secret-rules.ts'
import { readCredentialSecret } from './read-credential.ts'
import type { WorkerContext } from './worker-context.ts'

interface Scanned {
  /** Where a secret stands that may not be published. */
  fatal: string[]
  warnings: Finding[]
  ownKeys: { key: string; where: string }[]
}

interface Scan {
  order: ExportOrder
  plan: SitePlan
  root: string
  signal: AbortSignal
}

// Pictures, fonts, films and archives: nothing of them is read.
const binary =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|mov|ogg|wav|pdf|zip|gz|tgz|br|wasm)$/i
// Read one after the other a page costs 0.02 ms, by promises 0.12; after so many, or so much text, which takes 2 to 10 ms,
// the rest of the worker has its turn.
const filesATurn = 50
const bytesATurn = 1024 ** 2
// The job's error names as many, the report as many of one kind as of any other.
const named = 10
const warningsKept = 2_000

/**
 * Looks for secrets in all that the plan would publish, before a page is rendered: the sources know page and line, they
 * were read a moment ago, and a job that must fail costs nothing more. Gives what the report should warn of.
 */
export async function scanSecrets(context: WorkerContext, scan: Scan): Promise<Finding[]> {
  const { order, plan, root, signal } = scan
  const credential = await readCredentialSecret(context, order.projectId)
  const wanted = toWanted(credential)
  const scanned: Scanned = { fatal: [], warnings: [], ownKeys: [] }
  const isExcepted = createExceptions(order.secretRules)
  let [count, length] = [0, 0]
  for (const [file, path] of listTexts(plan)) {
    if (count++ % filesATurn === 0 || length > bytesATurn) {
      await nextTurn()
      length = 0
    }
    signal.throwIfAborted()
    const bytes = readFileSync(join(root, path))
    length += bytes.length
    if (bytes.subarray(0, 4_096).includes(0)) continue
    const found = findSecrets(bytes.toString('latin1'), wanted)
    const others = found.others.filter(({ pattern }) => !isExcepted(file, pattern.name))
    addFile(scanned, order, file, { ...found, others })
  }
  const live = await findLiveKeys(context.db, [...new Set(scanned.ownKeys.map(({ key }) => key))])
  for (const { key, where } of scanned.ownKeys) {
    if (live.has(key)) scanned.fatal.push(`${where}: an API key of this service that is in use; revoke it`)
  }
  if (scanned.fatal.length > 0) throw secretFound(scanned.fatal)
  return scanned.warnings
}

/** What readers may come to see, with the name that its author knows it by. */
function listTexts(plan: SitePlan): Map<string, string> {
  const files = [plan.configFile, ...plan.pages.map((page) => page.file), ...plan.sources, ...Object.keys(plan.assets)]
  const specs = Object.entries(plan.fetched?.digests ?? {})
  return new Map([
    ...files.filter((file) => !binary.test(file)).map((file) => [file, file] as const),
    ...specs.map(([url, digest]) => [url, `${plan.fetched?.folder}/${digest}`] as const),
  ])
}

function addFile(
  scanned: Scanned,
  { secretRules }: ExportOrder,
  file: string,
  found: ReturnType<typeof findSecrets>,
): void {
  const at = ({ line, column }: Place) => `${file}:${line}:${column}`
  for (const own of found.ownKeys) scanned.ownKeys.push({ key: own.key, where: at(own) })
  for (const place of found.credential)
    scanned.fatal.push(`${at(place)}: the git credential of this project; replace it`)
  for (const { pattern, line, column } of found.others) {
    if (secretRules.found === 'fail') scanned.fatal.push(`${at({ line, column })}: ${pattern.what} (${pattern.name})`)
    const message = `This looks like ${pattern.what} (${pattern.name}). If it is a real one, remove it here and replace it.`
    if (scanned.warnings.length < warningsKept) {
      scanned.warnings.push({ code: 'possible_secret', severity: 'warning', message, file, line, column })
    }
  }
}

function secretFound(places: readonly string[]): ExportFailure {
  const more = places.length > named ? `\nand ${places.length - named} more.` : ''
  return new ExportFailure('secret_found', `Secrets stand in the docs:\n${places.slice(0, named).join('\n')}${more}`)
}
