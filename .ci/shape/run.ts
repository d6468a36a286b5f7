/**
 * `npm run check:shape [-- --at COMMIT] [--list]`: checks import order, folder cycles, the use of the job engine and the
 * word list, and counts files and functions, of the work tree or of a commit.
 */
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { extractCommit } from '../../test/support/checkout-commit.ts'
import { findPrivateUse } from './engine-use.ts'
import { findFolderCycles, findImportsAgainstOrder } from './imports.ts'
import { readSources, type Source } from './sources.ts'
import { findOddNames, findOddPhrases } from './words.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const prose = [
  'README.md',
  'CONTRIBUTING.md',
  'packages/*/README.md',
  'docs/*.mdx',
  'docs/{get-started,overview,publish,reference,self-host,write}/*.mdx',
]

function main(): boolean {
  const { values } = parseArgs({ options: { at: { type: 'string' }, list: { type: 'boolean' } } })
  if (!values.at) return check(root, values.list)
  const folder = mkdtempSync(join(tmpdir(), 'bindery-shape-'))
  try {
    extractCommit(root, values.at, folder)
    return check(folder, values.list)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function check(tree: string, list = false): boolean {
  const sources = readSources(tree)
  const against = findImportsAgainstOrder(sources)
  const cycles = findFolderCycles(sources)
  const privateUse = findPrivateUse(tree, sources)
  const pages = prose.flatMap((pattern) => globSync(pattern, { cwd: tree })).sort()
  const words = [...findOddNames(sources), ...findOddPhrases(tree, pages)]
  for (const line of [...against, ...privateUse]) console.log(line)
  for (const cycle of cycles) console.log(`cycle: ${cycle.join(' ↔ ')}`)
  for (const { place, name, instead } of list ? words : words.slice(0, 20))
    console.log(`${place}: ${name} (${instead})`)
  if (!list && words.length > 20) console.log(`and ${words.length - 20} more words; --list prints them all`)
  console.log(JSON.stringify({ ...count(sources), folderCycles: cycles.length, oddWords: words.length }))
  return against.length + privateUse.length + cycles.length + words.length === 0
}

function count(sources: readonly Source[]) {
  const lines = sources.reduce((sum, source) => sum + source.lines, 0)
  const functions = sources.flatMap((source) => source.functions).sort((a, b) => a - b)
  return {
    files: sources.length,
    lines,
    filesPer1000Lines: Number(((sources.length * 1000) / lines).toFixed(1)),
    folders: new Set(sources.map(({ path }) => dirname(path))).size,
    functions: functions.length,
    functionMedian: functions[Math.floor(functions.length * 0.5)],
    functionP90: functions[Math.floor(functions.length * 0.9)],
  }
}

process.exitCode = main() ? 0 : 1
