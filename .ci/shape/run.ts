/**
 * `npm run check:shape [-- --at COMMIT] [--list]`: folders, files, functions, circles and words, of the work tree or of a commit.
 */
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { extractCommit } from '../../test/support/checkout-commit.ts'
import { countSources } from './count-sources.ts'
import { findFolderCycles } from './find-cycles.ts'
import { findOddNames, findOddPhrases } from './odd-words.ts'
import { readSources } from './read-sources.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bars = { functionP90: 20, folderCycles: 0, oddWords: 0 }
const prose = [
  'README.md',
  'CONTRIBUTING.md',
  'packages/*/README.md',
  'docs/*.mdx',
  'docs/{get-started,overview,publish,reference,self-host,write}/*.mdx',
]

function main(): boolean {
  const { values } = parseArgs({ options: { at: { type: 'string' }, list: { type: 'boolean' } } })
  if (!values.at) return report(root, values.list)
  const folder = mkdtempSync(join(tmpdir(), 'bindery-shape-'))
  try {
    extractCommit(root, values.at, folder)
    report(folder, values.list)
    return true
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function report(tree: string, list = false): boolean {
  const sources = readSources(tree)
  const folders = countSources(sources)
  const functions = sources.flatMap((source) => source.functions).sort(byNumber)
  const cycles = findFolderCycles(sources)
  const names = findOddNames(sources)
  const phrases = findOddPhrases(tree, prose.flatMap((pattern) => globSync(pattern, { cwd: tree })).sort())
  const lines = sources.reduce((sum, source) => sum + source.lines, 0)
  const counts = [...folders.values()].sort(byNumber)
  const figures = {
    sourcesPerFolderMax: counts.at(-1) ?? 0,
    sourcesPerFolderMedian: quantile(counts, 0.5),
    filesPer1000Lines: Number(((sources.length * 1000) / lines).toFixed(1)),
    functionP90: quantile(functions, 0.9),
    folderCycles: cycles.length,
    oddWords: names.length + phrases.length,
  }
  for (const cycle of cycles) console.log(`circle: ${cycle.join(' ↔ ')}`)
  const odd = [...names, ...phrases]
  for (const { place, name, instead } of list ? odd : odd.slice(0, 20)) console.log(`${place}: ${name} (${instead})`)
  if (!list && odd.length > 20) console.log(`and ${odd.length - 20} more words; --list names them all`)
  console.log(`${sources.length} sources, ${lines} lines, ${folders.size} folders, ${functions.length} functions`)
  console.log(JSON.stringify(figures))
  return Object.entries(bars).every(([name, bar]) => figures[name as keyof typeof figures] <= bar)
}

const byNumber = (a: number, b: number) => a - b

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

process.exitCode = main() ? 0 : 1
