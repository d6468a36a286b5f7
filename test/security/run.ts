/**
 * `npm run security [-- --only NAME,NAME --size gate|full --seed N]`: hostile input from outside. `full` is the default; `gate`
 * leaves `resources` out unless it is named. The service under test, its git hosts and a trap for forbidden connections are started here; nothing of the product is imported.
 */
import { parseArgs } from 'node:util'
import { readSample } from '../support/sample.ts'
import { expectTools, type Tool } from '../support/tools.ts'
import { createAgentPaths } from './agent-paths/prove-agent-paths.ts'
import { canaries } from './canaries/prove-canaries.ts'
import { cloneUrls } from './clone-urls/prove-clone-urls.ts'
import type { Corpus, Size } from './corpus.ts'
import { deletion } from './deletion/prove-deletion.ts'
import { expectations } from './expectations.ts'
import { forwardedFor } from './forwarded-for/prove-forwarded-for.ts'
import { createInjections } from './injections/prove-injections.ts'
import { runHostilePages } from './pages/run-hostile-pages.ts'
import { pagesSizes } from './pages/sizes.ts'
import { createPatterns } from './patterns/prove-patterns.ts'
import { prepareWorld, type World } from './prepare-world.ts'
import { previews } from './previews/prove-previews.ts'
import { privacy } from './privacy/prove-privacy.ts'
import { privateRepository } from './private-repository/prove-private-repository.ts'
import { createReloads } from './prove-reloads.ts'
import { createSealedFuzz } from './prove-sealed.ts'
import { readerSignIn } from './reader-sign-in/prove-reader-sign-in.ts'
import { refusals } from './refusals/prove-refusals.ts'
import { createRepositories } from './repositories/prove-repositories.ts'
import { createResources } from './resources/prove-resources.ts'
import { createRevocation } from './revocation/prove-revocation.ts'
import { slowReaders } from './slow-readers/prove-slow-readers.ts'
import { specUrls } from './spec-urls/prove-spec-urls.ts'
import { styles } from './styles/prove-styles.ts'
import { svg } from './svg/prove-svg.ts'
import { createThemeAttributes } from './theme-attributes/prove-theme-attributes.ts'

/** In this order: the canaries are looked for in what the corpora before them left behind, when the service has ended. */
function listCorpora(size: Size, seed: number): Corpus[] {
  const isFull = size === 'full'
  const sample = readSample(isFull ? 'all' : 'half')
  const pages: Corpus = { name: 'pages', run: () => runHostilePages(pagesSizes[size], sample) }
  const injections = createInjections(size, sample)
  const agentPaths = createAgentPaths(size, sample)
  const onService = [
    refusals,
    privateRepository,
    createRevocation(isFull ? 50 : 10),
    cloneUrls,
    specUrls,
    createRepositories(sample),
    privacy,
    previews,
    slowReaders,
    svg,
    injections,
    agentPaths,
    deletion,
    expectations,
    createPatterns(size),
    canaries,
  ]
  const reloads = createReloads(isFull ? 200 : 12)
  const themeAttributes = createThemeAttributes(size)
  const sealedFuzz = createSealedFuzz(isFull ? 2_000 : 100, seed)
  const inBrowser = [pages, themeAttributes, styles, sealedFuzz]
  return [...onService, readerSignIn, reloads, forwardedFor, ...inBrowser, createResources(size)]
}

/** Tools that a corpus needs in addition to the services. */
const toolsOf: Record<string, Tool[]> = {
  previews: ['chromium'],
  svg: ['chromium'],
  injections: ['gitea'],
  'agent-paths': ['gitea'],
  deletion: ['gitea'],
  patterns: ['gitea'],
  pages: ['chromium'],
  'theme-attributes': ['chromium'],
  styles: ['chromium'],
}

interface Outcome {
  tried: number
  escaped: number
  longestPauseMs?: number
  /** Why it could not run. */
  broken?: string
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      size: { type: 'string', default: 'full' },
      seed: { type: 'string', default: '1' },
    },
  })
  const { size, only } = values
  if (size !== 'gate' && size !== 'full') throw new Error(`There is no size ${size}. Choose gate or full.`)
  const corpora = listCorpora(size, Number(values.seed))
  const isWanted = (name: string) => only?.split(',').includes(name) ?? (size === 'full' || name !== 'resources')
  const wanted = corpora.filter(({ name }) => isWanted(name))
  if (wanted.length === 0) throw new Error(`There is no such corpus. Choose of ${corpora.map(({ name }) => name)}.`)
  await expectTools(['services', ...wanted.flatMap(({ name }) => toolsOf[name] ?? [])])
  console.log('      the service and the git hosts …')
  await using world = await prepareWorld()
  const outcomes: Record<string, Outcome> = {}
  for (const corpus of wanted) outcomes[corpus.name] = await runCorpus(corpus, world)
  console.log(JSON.stringify({ corpora: outcomes }))
  return Object.values(outcomes).every(({ tried, escaped, broken }) => tried > 0 && escaped === 0 && !broken)
}

async function runCorpus({ name, run }: Corpus, world: World): Promise<Outcome> {
  console.log(`      ${name} …`)
  const began = performance.now()
  try {
    const { tried, escapes, longestPauseMs } = await run(world)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(
      `${escapes.length === 0 ? 'ok  ' : 'FAIL'}  ${name}: ${tried} tried, ${escapes.length} escaped, ${seconds} s`,
    )
    for (const what of escapes) console.log(`      ${what}`)
    return { tried, escaped: escapes.length, ...(longestPauseMs !== undefined && { longestPauseMs }) }
  } catch (error) {
    console.log(`FAIL  ${name} could not run: ${error instanceof Error ? error.stack : error}`)
    return { tried: 0, escaped: 0, broken: String(error) }
  }
}

process.exitCode = (await main()) ? 0 : 1
