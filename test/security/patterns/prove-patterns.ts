import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mapAtOnce } from '../../support/map-at-once.ts'
import { type Corpus, type Size, Tally } from '../corpus.ts'
import { plantSites } from '../export-sites.ts'
import type { World } from '../prepare-world.ts'
import { downloadBundle, type EndedExport, runExports } from '../run-exports.ts'
import type { Question } from '../send-request.ts'
import { listGlobSites } from './globs.ts'
import type { HostileSite } from './hostile-site.ts'
import { addresses, listRedirectSites } from './redirects.ts'
import { listApiRequests, listPaths } from './requests.ts'
import { runTools } from './run-tools.ts'
import { listSecretSites, setSecretRules } from './secrets.ts'
import { listSettingSites } from './settings.ts'
import { startHost } from './start-host.ts'
import { countCalls, listScripts } from './tool-calls.ts'
import { visitDashboard } from './visits.ts'
import { type Pause, type SharedProcess, watchPauses } from './watch-pauses.ts'
import { listWordSites } from './words.ts'

/** Of the processor's time, of one that many share. */
const LONGEST_PAUSE_MS = 200
const ATTEMPTS = 3
const AT_ONCE = 4

const AMOUNTS = {
  gate: { globs: 50, redirects: 20, words: 10, secrets: 10, requests: 30, paths: 34, rounds: 1 },
  full: { globs: 1_200, redirects: 600, words: 240, secrets: 240, requests: 500, paths: 300, rounds: 4 },
}

type Amounts = (typeof AMOUNTS)['full']

/**
 * No text of a tenant or a visitor makes a shared process stand still: worker, API and host go on to answer while it is
 * read, compared and looked for.
 */
export function createPatterns(size: Size): Corpus {
  return { name: 'patterns', run: (world) => provePatterns(world, AMOUNTS[size]) }
}

async function provePatterns(world: World, amounts: Amounts): Promise<Tally> {
  const tally = new Tally()
  const processes = world.service.processes.map(({ child, role }, index) => {
    return { name: `${role} ${index}`, pid: child.pid ?? 0 }
  })
  const during = createMeasure(tally, world.pauseFolder, processes)
  const ended: DomainExport[] = []
  for (const [kind, sites] of Object.entries(listSites(amounts))) {
    ended.push(...(await during(kind, countCases(sites), (fault) => exportAll(world, kind, sites, fault))))
  }
  const moved = ended.find(({ domain }) => domain.startsWith('patterns-redirects'))
  if (moved) await askHost(world, moved, listPaths(amounts.paths), tally)
  const requests = listApiRequests(world.service.url, world.tenant.key, amounts.requests)
  await during('requests', requests.length, (fault) => sendAll(world, requests, fault))
  const scripts = listScripts(amounts.rounds)
  world.model.play(scripts)
  const jobs = await during('tools', countCalls(scripts), async (fault) => {
    const all = await runTools(world, [...scripts.keys()])
    for (const { errorCode } of all) if (errorCode !== 'model_lost') fault(`an agent job ended with ${errorCode}`)
    return all
  })
  const shown = ended.filter(({ status }) => status === 'completed').map(({ jobId }) => jobId)
  tally.tried += await during('dashboard', 0, async (fault) => {
    const { visits, faults } = await visitDashboard(world, jobs, shown)
    for (const one of faults) fault(one)
    return visits
  })
  for (const { child, role, logFile } of world.service.processes) {
    tally.check(child.exitCode === null && child.signalCode === null, `the ${role} died; its log is ${logFile}`)
  }
  return tally
}

function listSites(amounts: Amounts): Record<string, HostileSite[]> {
  return {
    globs: listGlobSites(amounts.globs),
    redirects: listRedirectSites(amounts.redirects),
    settings: listSettingSites(),
    words: listWordSites(amounts.words),
    secrets: listSecretSites(amounts.secrets),
  }
}

function countCases(sites: readonly HostileSite[]): number {
  return sites.reduce((sum, { cases }) => sum + cases, 0)
}

type Fault = (what: string) => void
type During = <Result>(what: string, cases: number, work: (fault: Fault) => Promise<Result>) => Promise<Result>

/**
 * Does something, and says of it how long which process stood still meanwhile. A pause that a text has caused comes
 * again with it; one that is the machine's, such as when another takes the processor from it, does not.
 */
function createMeasure(tally: Tally, folder: string, processes: readonly SharedProcess[]): During {
  const attempt = async <Result>(what: string, cases: number, work: (fault: Fault) => Promise<Result>) => {
    const takeLongest = watchPauses(folder, processes)
    const began = performance.now()
    const result = await work((fault) => tally.escapes.push(`${what}: ${fault}`))
    const pause = await takeLongest()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`      ${what}: ${cases} tried in ${seconds} s, longest pause ${describe(pause)}`)
    return { result, pause }
  }
  return async (what, cases, work) => {
    let { result, pause } = await attempt(what, cases, work)
    for (let left = ATTEMPTS - 1; left > 0 && pause.ms > LONGEST_PAUSE_MS; left--) {
      const again = await attempt(what, cases, work)
      result = again.result
      if (again.pause.ms < pause.ms) pause = again.pause
    }
    tally.tried += cases
    tally.longestPauseMs = Math.max(tally.longestPauseMs ?? 0, Math.round(pause.ms))
    if (pause.ms > LONGEST_PAUSE_MS)
      tally.escapes.push(`${what}: stood still each of ${ATTEMPTS} times, ${describe(pause)}`)
    return result
  }
}

function describe({ process, ms }: Pause): string {
  return `${ms.toFixed(0)} ms (${process})`
}

type DomainExport = EndedExport & { domain: string }

async function exportAll(world: World, kind: string, sites: HostileSite[], fault: Fault): Promise<DomainExport[]> {
  const domains = await plantSites(
    world,
    `patterns-${kind}-${randomBytes(3).toString('hex')}`,
    sites.map(({ files }) => files),
  )
  if (kind === 'secrets') await setSecretRules(world, domains[0] ?? '')
  const ended = await runExports(world, domains)
  for (const [index, { jobId, status, errorCode, error }] of ended.entries()) {
    const site = sites[index]
    const isUnderstood = status === 'failed' && errorCode !== 'internal_error'
    if (site?.ends === 'completed' ? status === 'completed' : isUnderstood) {
      const missing = (site?.advised ?? 0) - (site?.advised ? await countAdvice(world, jobId) : 0)
      if (missing > 0) fault(`the report of ${site?.name} leaves out ${missing} that have no effect`)
    } else fault(`${site?.name} ended ${status} ${errorCode}: ${error}`)
  }
  return ended.map((end, index) => ({ ...end, domain: domains[index] ?? '' }))
}

async function countAdvice({ send, service, tenant }: World, jobId: string): Promise<number> {
  const { body } = await send({ url: `${service.url}/v1/static-export/jobs/${jobId}/report`, key: tenant.key })
  return body.advice.length
}

async function askHost(world: World, { jobId }: EndedExport, paths: readonly string[], tally: Tally): Promise<void> {
  const archive = join(world.folder, 'patterns.tar.gz')
  writeFileSync(archive, await downloadBundle(world, jobId))
  await using host = await startHost(archive, world.pauseFolder)
  const during = createMeasure(tally, world.pauseFolder, [{ name: 'host', pid: host.pid }])
  const questions = [...paths, ...addresses.map((address) => encodeURI(address))].map((path) => ({
    url: host.url + path,
  }))
  await during('addresses', questions.length, (fault) => sendAll(world, questions, fault))
}

async function sendAll({ send }: World, questions: readonly Question[], fault: Fault): Promise<void> {
  const statuses = await mapAtOnce(questions, AT_ONCE, async (question) => (await send(question)).status)
  for (const [index, status] of statuses.entries()) {
    if (status >= 500) fault(`${questions[index]?.url.slice(0, 100)} answered ${status}`)
  }
}
