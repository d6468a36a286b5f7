import { existsSync, readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { checkCommands, type KnownCommands } from './check-commands.ts'
import { type Block, type Page, root } from './read-pages.ts'

/** Suites that follow a page: they run its blocks, or the same commands. Each names the page, or its commands. */
const followed: Record<string, string> = {
  'CONTRIBUTING.md': 'test/first-change/run.ts',
  'README.md': 'test/deployments/compose/follow-readme.ts',
  'docs/quickstart.mdx': 'test/deployments/compose/follow-readme.ts',
  'docs/publish/pipeline.mdx': 'test/acceptance/pipeline.sh',
  'docs/publish/verify.mdx': 'test/acceptance/cases/verify-guide.ts',
  'docs/self-host/backup-and-restore.mdx': 'test/deployments/restore/run.ts',
}

/** Blocks that only show something: what a command prints, a picture in letters, code of a page. */
const shown = new Set(['text', 'mdx', 'jsx', 'tsx', 'ts', 'diff', 'nginx', 'apache', ''])

export interface BlockCounts {
  blocks: number
  /** Run here or by a suite that follows the page. */
  run: number
  /** Parsed: commands and options against the program's own, data as what it is. */
  checked: number
  shown: number
  skipped: number
  failed: string[]
}

export function checkBlocks(pages: readonly Page[], ran: ReadonlySet<string>, known: KnownCommands): BlockCounts {
  const counts: BlockCounts = { blocks: 0, run: 0, checked: 0, shown: 0, skipped: 0, failed: [] }
  for (const page of pages) {
    const suite = followed[page.path]
    if (suite && !existsSync(`${root}${suite}`)) counts.failed.push(`${page.path}: ${suite} is gone`)
    for (const block of page.blocks) {
      counts.blocks++
      const faults = checkBlock(block, known)
      counts.failed.push(...faults.map((fault) => `${page.path}:${block.line}: ${fault}`))
      if (shown.has(block.language)) counts.shown++
      else if (suite || ran.has(`${page.path}:${block.line}`)) counts.run++
      else if (block.language === 'sh' || isData(block)) counts.checked++
      else counts.skipped++
    }
  }
  return counts
}

const isData = ({ language }: Block) => language === 'json' || language === 'yaml'

function checkBlock(block: Block, known: KnownCommands): string[] {
  if (block.language === 'sh') return checkCommands(block.text, known)
  if (block.language === 'json') return checkJson(block.text)
  if (block.language !== 'yaml') return []
  return parseAllDocuments(block.text).flatMap((document) => document.errors.map(({ message }) => message))
}

/** A part of docs.json stands without its braces. */
function checkJson(text: string): string[] {
  for (const whole of [text, `{${text}}`]) {
    try {
      JSON.parse(whole)
      return []
    } catch {}
  }
  return ['this is not JSON']
}

export function readScripts(): Set<string> {
  return new Set(Object.keys(JSON.parse(readFileSync(`${root}package.json`, 'utf8')).scripts))
}
