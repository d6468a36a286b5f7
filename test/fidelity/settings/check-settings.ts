import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCorpora, unpackCorpus } from '../../conformance/unpack-corpus.ts'
import { buildFolder } from '../../e2e/build-folder.ts'
import { serveFolder } from '../../e2e/serve-folder.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import { corporaNames, type FidelityOptions, type Figures } from '../figures.ts'
import { checkLook } from './check-look.ts'
import { dividedEffects, type Effect, effects, unseen } from './effects.ts'
import { configuration, divided, writeDividedSite, writeFullSite } from './full-site.ts'
import { listKeys, type SetKey } from './list-keys.ts'
import { openSite } from './open-site.ts'

const madeUp = 'markdownn'

interface Report {
  findings: { code: string; message: string; file: string; line: number }[]
}

/**
 * Every setting that a site writes has an effect that can be seen, or stands in the report. The effects are looked for
 * in a site that sets everything; real sites may use only those settings, or have the others named.
 */
export async function checkSettings(options: FidelityOptions): Promise<Figures> {
  await using stack = new AsyncDisposableStack()
  const work = stack.adopt(await mkdtemp(join(tmpdir(), 'bindery-settings-')), (path) => rm(path, { recursive: true }))
  const faults: string[] = []
  const known = new Set(unseen)
  const report = await checkOwn({ name: 'full', write: writeFullSite, expected: effects }, work, known, faults)
  const second = await checkOwn(
    { name: 'divided', write: writeDividedSite, expected: dividedEffects },
    work,
    known,
    faults,
  )
  const isNamed = report.findings.some(
    ({ code, message, line }) => code === 'unknown_setting' && message.includes(`“${madeUp}”`) && line > 1,
  )
  if (!isNamed) faults.push(`“${madeUp}” is not named with its line`)
  const silent = listSilent(listKeys(configuration), known, report).map(({ path }) => `full ${path}`)
  silent.push(...listSilent(listKeys(divided), known, second).map(({ path }) => `divided ${path}`))
  let sites = 2
  for (const name of listSites(options)) {
    const found = await checkCorpus(name, options, work, known)
    silent.push(...found.silent)
    faults.push(...found.faults)
    sites += 1
  }
  for (const fault of [...faults, ...silent.map((path) => `silent: ${path}`)]) console.log(`    ${fault}`)
  return {
    pages: sites,
    failed: faults.length + silent.length,
    effects: effects.length - faults.length,
    silentSettings: silent.length,
  }
}

function listSites({ sites, corpora }: FidelityOptions): string[] {
  if (findCorpora(corpora, 'corpora-whole') === undefined) return []
  return corporaNames.filter((name) => sites?.includes(name) ?? true)
}

interface OwnSite {
  name: string
  write(root: string): Promise<void>
  expected: Effect[]
}

async function checkOwn({ name, write, expected }: OwnSite, work: string, known: Set<string>, faults: string[]) {
  const [root, out] = [join(work, name), join(work, `${name}.site`)]
  await mkdir(root)
  await write(root)
  const report = await build(root, out)
  await using server = await serveFolder(out)
  await using browser = await launchChromium()
  const shown = openSite(browser, server.url, out)
  for (const { settings, isSeen } of expected) {
    if (await isSeen(shown)) for (const setting of settings) known.add(setting)
    else faults.push(`${name}: ${settings.join(' ')} has no effect`)
  }
  return report
}

async function build(root: string, out: string): Promise<Report> {
  const { status, stderr } = await buildFolder(root, out, process.env, ['--url', 'https://harbor.example'])
  const path = join(out, '_bindery/report.json')
  if (!existsSync(path)) throw new Error(`The site could not be built (${status}): ${stderr.slice(0, 2000)}`)
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Its settings with a few of its pages: what the others say changes nothing in docs.json. */
async function checkCorpus(
  name: string,
  { corpora }: FidelityOptions,
  work: string,
  known: Set<string>,
): Promise<{ silent: string[]; faults: string[] }> {
  const archive = join(findCorpora(corpora, 'corpora-whole') ?? '', `${name}.tar.gz`)
  const root = await unpackCorpus(archive, join(work, name))
  const files = await readdir(root, { recursive: true, withFileTypes: true })
  const pages = files
    .filter((file) => file.isFile() && /\.mdx?$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
  for (const page of pages.sort().slice(3)) await rm(page)
  const docs = JSON.parse(await readFile(join(root, 'docs.json'), 'utf8'))
  // What docs.json says of the look, an author's style sheet may say otherwise; what pages are left may be in any mode.
  await writeFile(join(root, 'docs.json'), JSON.stringify({ ...docs, authorStyles: false }, null, 2))
  await writeFile(join(root, 'look.mdx'), '---\ntitle: Look\n---\n\nText.\n')
  const out = join(work, `${name}.site`)
  const report = await build(root, out)
  const silent = new Set(listSilent(listKeys(docs), known, report).map(({ pattern }) => `${name} ${pattern}`))
  await using browser = await launchChromium()
  const faults = await checkLook(docs, 'look.html', out, browser)
  return { silent: [...silent], faults: faults.map((setting) => `${name}: ${setting} is not as it is written`) }
}

/** One finding stands for all places that set the same key of a navigation. */
function listSilent(keys: SetKey[], known: Set<string>, { findings }: Report): SetKey[] {
  const named = findings
    .filter(({ code }) => /^(?:ignored|unknown)_setting$/.test(code))
    .flatMap(({ message }) => /“([^”]*)”/.exec(message)?.[1] ?? [])
  const seen = new Map(keys.map(({ path, pattern }) => [path, pattern]))
  const namedPatterns = new Set(named.flatMap((path) => seen.get(path) ?? []))
  const isKnown = ({ path, pattern }: SetKey) =>
    known.has(pattern) ||
    (pattern.includes('=') && !pattern.startsWith('contextual.')) ||
    pattern.endsWith('$ref') ||
    namedPatterns.has(pattern) ||
    named.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`))
  return keys.filter((key) => !isKnown(key))
}
