import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sample, splitBySample } from '../support/sample.ts'
import { writeCommands } from '../support/write-commands.ts'
import { isFirst, type Page } from './read-pages.ts'

/** Pages whose commands need nothing but the command line, and what is there before the first of them. */
const pages: Record<string, string> = {
  'docs/write/preview-and-build.mdx': '',
  'docs/write/from-other-tools.mdx': '',
  'docs/write/check-in-ci.mdx': 'bindery new docs && bindery build docs --out published.tar.gz',
  'docs/write/from-mintlify.mdx': 'bindery new path/to/your/docs',
}

/** Servers do not end: each is ended once it has said where it listens. */
const endServer = `
serve() {
  timeout --foreground 60 "$@" >said 2>&1 &
  for _ in $(seq 600); do grep -q http://127 said && break; sleep 0.1; done
  grep http://127 said
  kill $! && wait || :
}`

export interface RanBlocks {
  ran: Set<string>
  failed: string[]
  /** Pages that are not of the sample. */
  left: string[]
}

/** Runs the blocks of a sample of these pages in order, in an empty folder each. */
export function runBlocks(all: readonly Page[], sample: Sample): RanBlocks {
  const { chosen, left } = splitBySample(sample, Object.keys(pages))
  const result: RanBlocks = { ran: new Set(), failed: [], left }
  for (const path of chosen) {
    console.log(`      ${path} …`)
    const before = pages[path]
    const page = all.find((one) => one.path === path)
    const folder = mkdtempSync(join(tmpdir(), 'bindery-docs-'))
    try {
      const env = { ...process.env, PATH: `${writeCommands(folder)}:${process.env.PATH}` }
      const run = (text: string) => execFileSync('bash', ['-ec', text], { cwd: folder, env, stdio: 'pipe' })
      if (before) run(before)
      for (const block of page?.blocks ?? []) {
        const { language, text, line, notRun } = block
        if (language !== 'sh' || notRun !== undefined || isFirst(block)) continue
        run(`${endServer}\n${text.replace(/^bindery (?:dev|serve)\b/gm, 'serve $&').replace(' --open', '')}`)
        result.ran.add(`${path}:${line}`)
      }
    } catch (error) {
      result.failed.push(`${path}: ${(error as { stderr?: Buffer }).stderr?.toString().trim() || error}`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  return result
}
