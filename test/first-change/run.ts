/**
 * `npm run first-change`: makes the change that CONTRIBUTING.md takes a newcomer through, step by step, in a copy of the
 * tree. The text itself is followed: what does not work there does not work here.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { copySources } from '../support/copy-sources.ts'
import { type Block, readBlocks } from './read-blocks.ts'

const tree = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'bindery-first-change-'))
try {
  await copySources(tree, folder)
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  const blocks = readBlocks(readFileSync(join(tree, 'CONTRIBUTING.md'), 'utf8'), 'Your first change')
  const began = performance.now()
  for (const block of blocks) follow(block)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(JSON.stringify({ steps: blocks.length, seconds, failed: 0 }))
} finally {
  rmSync(folder, { recursive: true })
}

function follow({ language, path, text }: Block): void {
  const file = join(folder, path)
  const began = performance.now()
  if (language === 'sh') run(text)
  else writeFileSync(file, language === 'diff' ? applyDiff(path, readFileSync(file, 'utf8'), text) : text)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`ok    ${seconds} s: ${path || text.trim().split('\n').join('; ')}`)
}

function run(commands: string): void {
  execFileSync('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Lines that go, and lines that come in their place. */
function applyDiff(path: string, before: string, diff: string): string {
  const pick = (sign: string) =>
    diff
      .split('\n')
      .filter((line) => line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  if (!before.includes(pick('-'))) throw new Error(`${path} does not hold:\n${pick('-')}`)
  return before.replace(pick('-'), () => pick('+'))
}
