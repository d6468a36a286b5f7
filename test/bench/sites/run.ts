import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../../../deploy/local/free-port.ts'
import { type Service, startService } from '../../../deploy/local/start-service.ts'
import { load } from '../host/load.ts'
import { startNginx } from '../host/start-nginx.ts'
import { type Server, startServer } from '../host/start-server.ts'
import { median } from '../poll/load.ts'
import { askByName, readByName } from './ask-by-name.ts'
import { type PlantedSites, plantSites } from './plant-sites.ts'

const root = resolve(import.meta.dirname, '../../..')

/**
 * `npm run bench -- sites [--domains 1000] [--base 50] [--swaps 50] [--seconds 5] [--rounds 3]`: one host for all domains of
 * a real service. The first page of each cold domain; warm requests beside nginx with one folder; peak memory after all
 * domains and after the first of them; other exports published under load. In CI: `--domains 60 --base 20 --swaps 10
 * --seconds 1 --rounds 1`.
 */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      domains: { type: 'string', default: '1000' },
      base: { type: 'string', default: '50' },
      swaps: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
    },
  })
  const [count, base, swaps] = [Number(values.domains), Number(values.base), Number(values.swaps)]
  await using parts = new AsyncDisposableStack()
  const work = await mkdtemp(join(tmpdir(), 'bindery-sites-'))
  parts.defer(() => rm(work, { recursive: true, force: true }))
  const service = await startService({ workers: 0 })
  parts.defer(() => service.stop())
  console.log(`planting ${count} domains …`)
  const sites = await plantSites(service, work, count, swaps)
  const host = parts.use(await openHost(service, sites, work))
  const few = sites.domains.slice(0, base)

  const times = await openAll(host.url, few)
  const nginx = parts.use(await openNginx(host.url, few[0] ?? '', work))
  const paths = await writePaths(few, work)
  const rounds = await race(host, nginx, { rounds: Number(values.rounds), seconds: Number(values.seconds), paths })
  const peakOfBase = peakOf(host.pid)
  times.push(...(await openAll(host.url, sites.domains.slice(base))))
  await load(host.url, Number(values.seconds), paths, script)
  const peakOfAll = peakOf(host.pid)
  const swapped = await swapUnderLoad(service, host.url, sites, sites.domains.slice(0, swaps))
  return report({ count, base, times, rounds, memoryRatio: peakOfAll / peakOfBase, peakOfBase, swapped })
}

const script = join(import.meta.dirname, 'named-requests.lua')

async function openHost({ url }: Service, { hostKey, domains }: PlantedSites, work: string): Promise<Server> {
  const [port, internalPort] = [await freePort(), await freePort()]
  const folder = join(work, 'host')
  await mkdir(folder)
  await writeFile(join(folder, 'key'), hostKey)
  const follow = { url, allDomains: true, apiKeyFile: 'key' }
  // The cache of files is as large as the operator says, and the first domains fill this one: what is measured is what
  // sites cost beside it.
  const own = { listen: `127.0.0.1:${port}`, internalListen: `127.0.0.1:${internalPort}`, memoryMegabytes: 8 }
  const config = { ...own, drainSeconds: 0, staticExport: { enabled: true, allowHttp: true, follow } }
  await writeFile(join(folder, 'host.json'), JSON.stringify(config))
  const command = [process.execPath, join(root, 'packages/host/dist/main.js'), '--config', join(folder, 'host.json')]
  const host = await startServer(command, port, `http://127.0.0.1:${internalPort}/readyz`)
  const ready = (await (await fetch(`http://127.0.0.1:${internalPort}/readyz`)).json()) as { domains: number }
  if (ready.domains !== domains.length)
    throw new Error(`The host knows ${ready.domains} domains: ${JSON.stringify(ready)}`)
  return host
}

/** Milliseconds until the first page of each has come, two readers at a time. */
async function openAll(url: string, domains: readonly string[]): Promise<number[]> {
  const left = [...domains]
  const times: number[] = []
  const read = async () => {
    for (let domain = left.shift(); domain; domain = left.shift()) {
      const beganAt = performance.now()
      const { status, body } = await askByName(url, domain)
      if (status !== 200 || !body.includes(`a of ${domain}`)) throw new Error(`${domain} was answered with ${status}.`)
      times.push(performance.now() - beganAt)
    }
  }
  await Promise.all([read(), read()])
  return times
}

const pages = ['/', ...Array.from({ length: 19 }, (_, page) => `/page-${page + 1}`)]

/** The files of one of the sites, as the host serves them. */
async function openNginx(url: string, domain: string, work: string): Promise<Server> {
  const folder = join(work, 'site')
  await mkdir(folder)
  for (const page of pages) {
    const { body } = await askByName(url, domain, page)
    await writeFile(join(folder, `${page === '/' ? 'index' : page.slice(1)}.html`), body)
  }
  return startNginx(folder, join(work, 'nginx'))
}

async function writePaths(domains: readonly string[], work: string): Promise<string> {
  const lines = pages.flatMap((page) => domains.map((domain) => `${domain} ${page}`))
  await writeFile(join(work, 'requests'), lines.join('\n'))
  return join(work, 'requests')
}

interface Race {
  rounds: number
  seconds: number
  paths: string
}

/** Alternating, so that whatever else the machine does falls on both alike. */
async function race(host: Server, nginx: Server, { rounds, seconds, paths }: Race) {
  // The first reader of each page waits for its compressed form.
  for (const line of readFileSync(paths, 'utf8').split('\n')) {
    const [name = '', path] = line.split(' ')
    await askByName(host.url, name, path, { 'accept-encoding': 'gzip' })
  }
  await load(host.url, seconds * 2, paths, script)
  const results: { ratio: number; failed: number; perSecond: number }[] = []
  while (results.length < rounds) {
    const theirs = await load(nginx.url, seconds, paths, script)
    const ours = await load(host.url, seconds, paths, script)
    console.log(`round ${results.length + 1}: nginx ${theirs.requestsPerSecond}/s, host ${ours.requestsPerSecond}/s`)
    const ratio = ours.requestsPerSecond / theirs.requestsPerSecond
    results.push({ ratio, failed: ours.failed, perSecond: ours.requestsPerSecond })
  }
  return results
}

/** In megabytes, since the process began. */
function peakOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Publishes another export of each domain while all of them are read, and times until each serves it. */
async function swapUnderLoad({ url }: Service, hostUrl: string, sites: PlantedSites, domains: readonly string[]) {
  const reading = readByName(hostUrl, domains)
  const headers = { authorization: `Bearer ${sites.apiKey}`, 'content-type': 'application/json' }
  const times = await Promise.all(
    domains.map(async (domain, at) => {
      await wait(at * 20)
      const body = JSON.stringify({ jobId: sites.nextOf(domain) })
      const answer = await fetch(`${url}/v1/domains/${domain}/publish`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`${domain} was not published: ${answer.status} ${await answer.text()}`)
      const beganAt = performance.now()
      while (!(await askByName(hostUrl, domain)).body.includes(`b of ${domain}`)) {
        if (performance.now() - beganAt > 60_000) throw new Error(`${domain} was not swapped within a minute.`)
        await wait(50)
      }
      return performance.now() - beganAt
    }),
  )
  return { ...(await reading.stop()), times }
}

interface Figures {
  count: number
  base: number
  times: number[]
  rounds: { ratio: number; failed: number; perSecond: number }[]
  memoryRatio: number
  peakOfBase: number
  swapped: { requests: number; failed: number; times: number[] }
}

function report({ count, base, times, rounds, memoryRatio, peakOfBase, swapped }: Figures): boolean {
  const sorted = times.toSorted((a, b) => a - b)
  const result = {
    domains: count,
    coldMedianMs: Math.round(median(times)),
    coldP99Ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
    coldWorstMs: Math.round(sorted.at(-1) ?? 0),
    ratioToNginx: Number(median(rounds.map(({ ratio }) => ratio)).toFixed(3)),
    requestsPerSecond: median(rounds.map(({ perSecond }) => perSecond)),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    memoryRatio: Number(memoryRatio.toFixed(2)),
    peakMegabytes: Math.round(peakOfBase * memoryRatio),
    swaps: swapped.times.length,
    swapWorstMs: Math.round(Math.max(...swapped.times)),
    requestsDuringSwaps: swapped.requests,
    failedDuringSwaps: swapped.failed,
  }
  console.log(`${count} domains: first page after ${result.coldMedianMs} ms, ${result.coldWorstMs} at worst`)
  console.log(`peak memory ${Math.round(peakOfBase)} MB with ${base} domains, ${result.peakMegabytes} MB with ${count}`)
  console.log(
    `${result.swaps} swaps, the slowest in ${result.swapWorstMs} ms: ${swapped.failed} of ${swapped.requests} requests failed`,
  )
  const passed =
    result.coldP99Ms <= 1000 &&
    result.ratioToNginx >= 0.5 &&
    result.memoryRatio <= 1.3 &&
    result.failed + result.failedDuringSwaps === 0
  console.log(passed ? 'at or above the bar' : 'below the bar: 1 s, half of nginx, 1.3 times the memory, no failure')
  console.log(JSON.stringify(result))
  return passed
}
