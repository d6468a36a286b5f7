import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, root } from './read-pages.ts'

/** Pages whose commands need nothing but the command line, and what is there before the first of them. */
const pages: Record<string, string> = {
  'docs/write/preview-and-build.mdx': '',
  'docs/write/from-other-tools.mdx': '',
  'docs/write/check-in-ci.mdx': 'bindery new docs && bindery build docs --out published.tar.gz',
}

// Servers do not end; the tests of the command line start them.
const servers = /^bindery (?:dev|serve)\b|^alias /m

export interface RanBlocks {
  ran: Set<string>
  failed: string[]
}

/** Runs the blocks of these pages in order, in an empty folder each. */
export function runBlocks(all: readonly Page[]): RanBlocks {
  const result: RanBlocks = { ran: new Set(), failed: [] }
  for (const [path, before] of Object.entries(pages)) {
    const page = all.find((one) => one.path === path)
    const folder = mkdtempSync(join(tmpdir(), 'bindery-docs-'))
    try {
      const env = { ...process.env, PATH: `${writeCommand(folder)}:${process.env.PATH}` }
      const run = (text: string) => execFileSync('bash', ['-ec', text], { cwd: folder, env, stdio: 'pipe' })
      if (before) run(before)
      for (const { language, text, line } of page?.blocks ?? []) {
        if (language !== 'sh' || servers.test(text)) continue
        run(text)
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

function writeCommand(folder: string): string {
  const bin = join(folder, '.bin')
  mkdirSync(bin)
  const file = join(bin, 'bindery')
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${root}packages/cli/dist/main.js" "$@"\n`)
  chmodSync(file, 0o755)
  return bin
}
