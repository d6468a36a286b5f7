import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNearest } from '../../config/settings/find-nearest.ts'
import { knownFrontMatter, metatagName } from '../../config/settings/known-front-matter.ts'
import { explain, explainUnknown } from '../../config/settings/treatment.ts'
import type { FoundProblem } from '../../model/finding.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import type { Candidate } from './admit-pages.ts'

interface Use {
  file: string
  pages: number
}

interface LocatedUse extends Use {
  /** The key, or the key with its value. */
  name: string
  key: string
  value: string | undefined
  line: number
}

// A site of 5,000 pages with a key of its own on each says no more with its 201st.
const mostNamed = 200

/**
 * Keys of front matter that have no effect, each once for the whole site, where it stands first. Authors have keys of
 * their own, for their tools: that is why this is advice, and why one finding is enough for 5,000 pages.
 */
export function findUnusedFront(root: string, candidates: readonly Candidate[], pages: readonly PlannedPage[]) {
  const shown = new Set(pages.flatMap(({ file, named }) => (named || file.endsWith('.mdx') ? [file] : [])))
  const uses = new Map<string, Use>()
  for (const { file, front } of candidates) {
    if (!shown.has(file)) continue
    for (const key of Object.keys(front)) addUse(uses, nameOf(key, front[key]), file)
  }
  const located = [...uses].slice(0, mostNamed).map(([name, use]) => locate(root, name, use))
  return { findings: located.map(describeUse), places: located.map(({ file, key, line }) => ({ file, key, line })) }
}

function locate(root: string, name: string, use: Use): LocatedUse {
  const [key = '', value] = name.split('=')
  return { ...use, name, key, value, line: findLine(root, use.file, key) }
}

/** Of a value that has no effect its own name, else that of the key; undefined for what is honoured. */
function nameOf(key: string, value: unknown): string | undefined {
  const named = `${key}=${String(value)}`
  if (Object.hasOwn(knownFrontMatter, named)) return knownFrontMatter[named]?.kind === 'honoured' ? undefined : named
  if (Object.hasOwn(knownFrontMatter, key)) return knownFrontMatter[key]?.kind === 'honoured' ? undefined : key
  return metatagName.test(key) ? undefined : key
}

function addUse(uses: Map<string, Use>, name: string | undefined, file: string): void {
  if (name === undefined) return
  const known = uses.get(name)
  uses.set(name, { file: known && known.file < file ? known.file : file, pages: (known?.pages ?? 0) + 1 })
}

function describeUse({ name, key, value, file, line, pages }: LocatedUse): FoundProblem {
  const known = Object.hasOwn(knownFrontMatter, name) ? knownFrontMatter[name] : undefined
  const nearest = known ? undefined : findNearest(key, Object.keys(knownFrontMatter))
  const note = known ? explain(known) : explainUnknown(nearest)
  const written = value === undefined ? key : `${key}: ${value}`
  const count = pages === 1 ? '' : ` ${pages} pages have it.`
  return {
    code: known ? 'ignored_setting' : 'unknown_setting',
    message: `“${written}” in the front matter ${note}${count}`,
    file,
    line,
    column: 1,
  }
}

export function findLine(root: string, file: string, key: string): number {
  const lines = readFileSync(join(root, file), 'utf8').split('\n', 400)
  const at = lines.findIndex((line) => line.replace(/^["']/, '').startsWith(key))
  return Math.max(0, at) + 1
}
