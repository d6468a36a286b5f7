import { existsSync, readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { checkCommands, type KnownCommands } from './check-commands.ts'
import { type Block, isFirst, type Page, root } from './read-pages.ts'

/** Suites that follow a page: they run its blocks, or the same commands. Each names the page, or its commands. */
const followed: Record<string, string> = {
  'CONTRIBUTING.md': 'test/first-change/run.ts',
  'README.md': 'test/deployments/compose/follow-readme.ts',
  'docs/quickstart.mdx': 'test/deployments/compose/follow-readme.ts',
  'docs/publish/pipeline.mdx': 'test/acceptance/pipeline.sh',
  'docs/publish/verify.mdx': 'test/acceptance/cases/verify-guide.ts',
  'docs/self-host/backup-and-restore.mdx': 'test/deployments/restore/run.ts',
  'docs/self-host/compose.mdx': 'test/deployments/compose/run.ts',
}

/** Blocks that only show something: what a command prints, a picture in letters, code of a page. */
const shown = new Set(['text', 'mdx', 'jsx', 'tsx', 'ts', 'diff', 'nginx', 'apache', ''])

/** How a command is called, in references that are made from the program itself. */
const isUsage = ({ path }: Page, { text }: Block) =>
  /^docs\/reference\/(?:cli|admin)\.mdx$/.test(path) && /^(?:bindery|admin) \S.*\n$/.test(text)

export interface BlockCounts {
  blocks: number
  /** Run here or by a suite that follows the page. */
  run: number
  /** Data that is parsed, and that no suite uses as a file. */
  checked: number
  shown: number
  /** Commands that carry the reason why no suite runs them. */
  skipped: number
  /** Commands of pages whose turn it is not. */
  left: number
  failed: string[]
}

interface BlocksRun {
  /** Blocks by page and line. */
  ran: ReadonlySet<string>
  /** Pages. */
  left: ReadonlySet<string>
}

export function checkBlocks(pages: readonly Page[], { ran, left }: BlocksRun, known: KnownCommands): BlockCounts {
  const counts: BlockCounts = { blocks: 0, run: 0, checked: 0, shown: 0, skipped: 0, left: 0, failed: [] }
  for (const page of pages) {
    const suite = followed[page.path]
    if (suite && !existsSync(`${root}${suite}`)) counts.failed.push(`${page.path}: ${suite} is gone`)
    for (const block of page.blocks) {
      const place = `${page.path}:${block.line}`
      counts.failed.push(...checkBlock(block, known).map((fault) => `${place}: ${fault}`))
      if (isUsage(page, block)) continue
      counts.blocks++
      if (shown.has(block.language)) counts.shown++
      else if (ran.has(place) || isFirst(block)) counts.run++
      else if (block.notRun !== undefined) counts.skipped++
      else if (suite) counts.run++
      else if (left.has(page.path)) counts.left++
      else if (isData(block)) counts.checked++
      else counts.failed.push(`${place}: no suite runs this. Run it, or write {/* not run: why */} above it.`)
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
