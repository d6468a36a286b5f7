/**
 * `npm run docs [-- --sample all|half]`: blocks run or parsed, links and anchors, references that have drifted, names that the code does not have,
 * odd words and long sentences. The last line is JSON. Needs the services; what needs more is run by the suites of `followed`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readSample } from '../support/sample.ts'
import { expectTools } from '../support/tools.ts'
import { checkBlocks, readScripts } from './check-blocks.ts'
import { readKnownCommands } from './check-commands.ts'
import { checkNames } from './check-names.ts'
import { checkPictures } from './check-pictures.ts'
import { checkWords, countWords } from './check-words.ts'
import { followGuides } from './guides/run.ts'
import { isReference, type Page, readPages, root } from './read-pages.ts'
import { runBlocks } from './run-blocks.ts'

const { values } = parseArgs({ options: { sample: { type: 'string', default: 'all' } } })
await expectTools(['services', 'aws', 'curl', 'jq', 'openssl'])
const sample = readSample(values.sample)
const pages = readPages()
const [alone, withService] = [runBlocks(pages, sample), await followGuides(pages, sample)]
const ran = new Set([...alone.ran, ...withService.ran])
const left = new Set([...alone.left, ...withService.left])
const failed = [...alone.failed, ...withService.failed]
// The examples of the gallery are rendered beside their source.
const withCommands = pages.filter(({ path }) => path !== 'docs/reference/components.mdx')
const blocks = checkBlocks(withCommands, { ran, left }, readKnownCommands(pages, readScripts()))
const drift = [...checkReferences(), ...checkNames(pages), ...checkPictures()]
const brokenLinks = [...checkSite(), ...checkFileLinks()]
const oddWords = checkWords(pages)
const faults = [...failed, ...blocks.failed, ...drift, ...brokenLinks, ...oddWords]
for (const fault of faults) console.log(fault)
console.log(
  JSON.stringify({
    ...blocks,
    failed: failed.length + blocks.failed.length,
    drift: drift.length,
    brokenLinks: brokenLinks.length,
    oddWords: oddWords.length,
    wordsOfGuides: sumWords(pages.filter((page) => !isReference(page))),
    wordsOfReferences: sumWords(pages.filter(isReference)),
  }),
)
process.exitCode = faults.length === 0 ? 0 : 1

function checkReferences(): string[] {
  const { stderr } = spawnSync(process.execPath, ['.ci/docs/run.ts', '--check'], { cwd: root, encoding: 'utf8' })
  return stderr.split('\n').filter(Boolean)
}

/** Links of the files that are read on a code host. */
function checkFileLinks(): string[] {
  return pages
    .filter(({ path }) => !path.startsWith('docs/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)]
        .filter(([, file = '']) => !existsSync(`${root}${file}`))
        .map(([, file]) => `${path}: ${file} is not there`),
    )
}

/** The site itself, as `bindery check --strict` sees it: links, anchors, files, settings. */
function checkSite(): string[] {
  const args = ['packages/cli/dist/main.js', 'check', 'docs', '--strict']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? [] : stdout.split('\n').filter((line) => /^ {4}\S/.test(line))
}

function sumWords(some: readonly Page[]): number {
  return some.reduce((sum, { text }) => sum + countWords(text), 0)
}
