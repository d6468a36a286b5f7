import { readFileSync, writeFileSync } from 'node:fs'
import { type Claim, guarantees, performance } from './claims.ts'

/** The latest result of one claim. */
export interface Result {
  command: string
  version: string
  commit: string
  /** As `2026-11-19`. */
  date: string
  passed: boolean
  /** By path in the last line of the command. */
  figures: Record<string, number>
}

interface Run {
  command: string
  commit: string
  startedAt: string
  passed: boolean
  /** The last line of the command. */
  figures: unknown
}

const file = new URL('../results.json', import.meta.url)

export function readResults(): Partial<Record<string, Result>> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Result>
}

/** Replaces the results of all claims that a step proves. */
export function recordResults(step: string, { command, commit, startedAt, passed, figures }: Run): void {
  const packageFile = new URL('../../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const results = readResults()
  for (const claim of [...guarantees, ...performance].filter((one) => one.step === step)) {
    const found = listPaths(claim).map((path) => [path, readPath(figures, path)])
    const numbers = found.filter(([, value]) => typeof value === 'number')
    const date = startedAt.slice(0, 'yyyy-mm-dd'.length)
    results[claim.id] = { command, version, commit, date, passed, figures: Object.fromEntries(numbers) }
  }
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

export function isMet({ atMost = {}, atLeast = {} }: Claim, { passed, figures }: Result): boolean {
  const bounds = Object.keys({ ...atMost, ...atLeast })
  if (bounds.length === 0) return passed
  return bounds.every((path) => {
    const figure = figures[path] ?? Number.NaN
    return figure <= (atMost[path] ?? Infinity) && figure >= (atLeast[path] ?? -Infinity)
  })
}

/** Figures in braces become numbers; one that the run has not printed becomes a question mark. */
export function fillIn(text: string, { figures }: Result): string {
  return text.replace(/\{(.+?)\}/g, (_, path: string) => {
    const figure = figures[path]
    if (figure === undefined) return '?'
    return (
      Number.isInteger(figure) || figure >= 100 ? Math.round(figure) : Number(figure.toPrecision(3))
    ).toLocaleString('en')
  })
}

function listPaths({ scale, result, atMost, atLeast }: Claim): string[] {
  const shown = [...`${scale} ${result}`.matchAll(/\{(.+?)\}/g)].map(([, path]) => path as string)
  return [...new Set([...shown, ...Object.keys({ ...atMost, ...atLeast })])]
}

function readPath(figures: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], figures)
}
