import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { digestText, type FoundProblem, type PlanMemory, type SitePlan } from '@bindery/site'
import { secretFound } from '../../../core/exports/secret-found.ts'
import { findSecrets, type Place, secretForms } from '../../../core/secrets/find-secrets.ts'
import type { Fingerprint } from '../../../core/secrets/fingerprint.ts'
import { createExceptions, type SecretRules } from '../../../core/secrets/secret-rules.ts'
import { isBinaryName } from '../source/is-binary-name.ts'
import type { KnownReader } from '../source/survey/known-files.ts'

export interface ScanSecrets {
  /** Of the project's git credential: a process that reads its files need not know it. */
  credential: Fingerprint | undefined
  rules: SecretRules
}

/** Well-formed keys of this service, and how many were left out of the list. */
export interface FoundKeys {
  found: { key: string; where: string }[]
  more: number
}

interface Scanned {
  /** Where a secret stands that may not be published. */
  fatal: string[]
  findings: FoundProblem[]
  keys: FoundKeys
}

// The report names as many of one kind as of any other.
const mostFindings = 2_000
const mostKeys = 1_000

/**
 * Looks for secrets in all that the plan would publish, before a page is rendered: the sources know page and line, they
 * were read a moment ago, and a job that must fail costs nothing more. Gives what the report should warn of.
 */
export function scanSecrets(
  root: string,
  plan: SitePlan,
  { credential, rules }: ScanSecrets,
  memory?: PlanMemory,
): Omit<Scanned, 'fatal'> {
  const scanned: Scanned = { fatal: [], findings: [], keys: { found: [], more: 0 } }
  const isExcepted = createExceptions(rules)
  const scanner = nameScanner(credential)
  for (const [file, path] of listTexts(plan)) {
    const place = `${root}/${path}`
    if (memory?.known(place, 'clean' satisfies KnownReader) === scanner) continue
    const bytes = readFileSync(place)
    memory?.remember(place, digestText(bytes.toString()), 'text' satisfies KnownReader)
    const isText = !bytes.subarray(0, 4_096).includes(0)
    const found = isText ? findSecrets(bytes.toString('latin1'), credential) : undefined
    if (!found?.isLike) memory?.remember(place, scanner, 'clean' satisfies KnownReader)
    if (!found) continue
    const others = found.others.filter(({ pattern }) => !isExcepted(file, pattern.name))
    addFile(scanned, rules, file, { ...found, others })
  }
  if (scanned.fatal.length > 0) throw secretFound(scanned.fatal)
  return scanned
}

/** Another credential, or other forms of secrets, and every file is looked through again. */
function nameScanner(credential: Fingerprint | undefined): string {
  return hash('sha256', JSON.stringify([secretForms, credential?.sha256 ?? null])).slice(0, 32)
}

/** What readers may come to see, with the name that its author knows it by. */
function listTexts(plan: SitePlan): Map<string, string> {
  const files = [plan.configFile, ...plan.pages.map((page) => page.file), ...plan.sources, ...Object.keys(plan.assets)]
  const specs = Object.entries(plan.fetched?.digests ?? {})
  return new Map([
    ...files.filter((file) => !isBinaryName(file)).map((file) => [file, file] as const),
    ...specs.map(([url, digest]) => [url, `${plan.fetched?.folder}/${digest}`] as const),
  ])
}

function addFile(scanned: Scanned, rules: SecretRules, file: string, found: ReturnType<typeof findSecrets>): void {
  const at = ({ line, column }: Place) => `${file}:${line}:${column}`
  for (const own of found.ownKeys) addKey(scanned.keys, own.key, at(own))
  for (const place of found.credential)
    scanned.fatal.push(`${at(place)}: the git credential of this project; replace it`)
  for (const { pattern, line, column } of found.others) {
    if (rules.found === 'fail') scanned.fatal.push(`${at({ line, column })}: ${pattern.what} (${pattern.name})`)
    const message = `This looks like ${pattern.what} (${pattern.name}). If it is a real one, remove it here and replace it.`
    if (scanned.findings.length < mostFindings) {
      scanned.findings.push({ code: 'possible_secret', message, file, line, column })
    }
  }
}

function addKey(keys: FoundKeys, key: string, where: string): void {
  if (keys.found.length < mostKeys) keys.found.push({ key, where })
  else keys.more += 1
}
