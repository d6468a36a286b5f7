import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { listSites } from '../../conformance/list-sites.ts'
import type { FidelityOptions } from '../figures.ts'
import { type Renamed, renameSite } from './rename-site.ts'

const command = resolve(import.meta.dirname, '../../../packages/cli/dist/main.js')
const leastShare = 0.95
const counts = { pages: 200, headings: 200, deletedPages: 20, deletedHeadings: 20 }

interface Finding {
  code: string
  message: string
}

/**
 * Builds a real site, renames pages and headings of it, changes the text of some, deletes others, and asks which
 * addresses would die. Each renamed one must be led to what it became, and a deleted one nowhere; a wrong proposal fails
 * the part. Then the redirects are written, and docs.json has gained those and nothing else.
 */
export async function checkAddresses({ corpora, whole }: FidelityOptions) {
  const work = await mkdtemp(join(tmpdir(), 'bindery-addresses-'))
  try {
    const [site] = (await listSites({ corpora, sites: 'wandb' })).slice(-1)
    if (site?.name !== 'wandb') throw new Error('This part needs the archive of wandb: name its folder with --corpora.')
    const root = await site.unpack(join(work, 'source'))
    if (!whole) await Promise.all(['fr', 'ja', 'ko'].map((language) => rm(join(root, language), { recursive: true })))
    const before = join(work, 'before')
    await run('build', root, '--out', before, '--json')
    const renamed = await renameSite(root, before, counts)
    const report = await check(root, before)
    const scores = scorePages(renamed, report.findings)
    const anchors = scoreHeadings(renamed, report.findings)
    const [asked, proposed] = [renamed.pages.size + renamed.headings.size, scores.right + anchors.right]
    console.log(
      `  proposed: ${scores.right} of ${renamed.pages.size} pages, ${anchors.right} of ${renamed.headings.size} headings`,
    )
    const written = await writeRedirects(root, before)
    const isFew = proposed < leastShare * asked
    const wrong = scores.wrong + anchors.wrong
    const isUnwritten = written !== scores.right + scores.wrong
    return {
      pages: report.counts.pages,
      failed: report.counts.failed + [isFew, isUnwritten, wrong > 0].filter(Boolean).length,
      renamedPages: renamed.pages.size,
      renamedHeadings: renamed.headings.size,
      proposedPages: scores.right,
      proposedHeadings: anchors.right,
      proposed,
      wrong,
      written,
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function run(...args: string[]): Promise<string> {
  const running = promisify(execFile)(process.execPath, [command, ...args], { maxBuffer: 2 ** 30 })
  // A report that names a failed page is a report.
  const { stdout } = await running.catch((error) => (error.stdout ? error : Promise.reject(error)))
  return stdout
}

async function check(root: string, before: string, ...more: string[]) {
  const report = JSON.parse(await run('check', root, '--against', before, '--json', ...more))
  return report as { findings: Finding[]; counts: { pages: number; failed: number } }
}

/** How many redirects `--fix` adds to the configuration, in which every other line stays as it is. */
async function writeRedirects(root: string, before: string): Promise<number> {
  const file = join(root, 'docs.json')
  const text = await readFile(file, 'utf8')
  await check(root, before, '--fix')
  const fixed = await readFile(file, 'utf8')
  const lines = new Set(fixed.split('\n'))
  const lost = text.split('\n').filter((line) => !lines.has(line) && !lines.has(`${line},`))
  if (lost.length > 0) throw new Error(`--fix changed a line that it should not have: ${lost[0]}`)
  return JSON.parse(fixed).redirects.length - (JSON.parse(text).redirects ?? []).length
}

function scorePages({ pages }: Renamed, findings: readonly Finding[]) {
  let [right, wrong] = [0, 0]
  for (const { code, message } of findings) {
    if (code !== 'vanished_page') continue
    const { source, destination } = JSON.parse(/add (\{.*\}) to redirects/.exec(message)?.[1] ?? '{}')
    if (destination === '…') continue
    if (pages.get(source) === destination) right += 1
    else {
      wrong += 1
      console.log(`  wrong: ${source} to ${destination}, not ${pages.get(source)}`)
    }
  }
  return { right, wrong }
}

const proposal =
  /^“(.*?)” was published and (?:is gone|leads to another heading now)\. Its heading is “(.*)”(?: \(#.*\))? now/

/** A heading that nobody touched and that has another number now may be named too, if it is the one. */
function scoreHeadings({ headings, untouched }: Renamed, findings: readonly Finding[]) {
  let [right, wrong] = [0, 0]
  for (const { code, message } of findings) {
    if (code !== 'vanished_anchor') continue
    const [, address = '', heading] = proposal.exec(message) ?? []
    if (heading === undefined) continue
    if (headings.get(address) === heading) right += 1
    else if (untouched.get(address) !== heading) {
      wrong += 1
      console.log(`  wrong: ${address} is “${heading}”, not “${headings.get(address) ?? untouched.get(address)}”`)
    }
  }
  return { right, wrong }
}
