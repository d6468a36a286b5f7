import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../../../deploy/local/free-port.ts'
import { buildFolder } from '../../e2e/build-folder.ts'
import { median } from '../poll/load.ts'
import { type Load, load } from './load.ts'
import { listFiles, makeBundleFolder } from './make-bundle-folder.ts'
import { startNginx } from './start-nginx.ts'
import { type Server, startServer } from './start-server.ts'
import { replaceFile, swapUnderLoad } from './swap-under-load.ts'

const root = resolve(import.meta.dirname, '../../..')

/**
 * `npm run bench -- host [--site docs] [--seconds 5] [--rounds 5] [--swaps 50]`: the host and nginx, each on one core,
 * with the same files, packed beforehand; then the host while its site is swapped again and again.
 */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      site: { type: 'string', default: join(root, 'docs') },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      swaps: { type: 'string', default: '50' },
    },
  })
  const work = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    const site = join(work, 'site')
    console.log('building the site …')
    const built = await buildFolder(resolve(values.site), site)
    if (built.status !== 0) throw new Error(`The site was not built:\n${built.stderr}`)
    for (const version of ['a', 'b']) await makeBundleFolder(site, join(work, version), version)
    await using host = await openHost(work)
    await using nginx = await startNginx(site, join(work, 'nginx'))
    const paths = await writePaths(site, work)
    const rounds = await race(host, nginx, Number(values.rounds), Number(values.seconds), paths)
    const failedDuringSwaps = await swapUnderLoad({ ...host, paths }, Number(values.swaps))
    return report(rounds, failedDuringSwaps)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function openHost(work: string): Promise<Server & { internalUrl: string; ask(version: string): Promise<void> }> {
  const [port, internalPort] = [await freePort(), await freePort()]
  const config = join(work, 'host.json')
  const ask = (version: string) => {
    const staticExport = { enabled: true, bundleUrl: join(work, version), version }
    const listen = { listen: `127.0.0.1:${port}`, internalListen: `127.0.0.1:${internalPort}`, drainSeconds: 0 }
    return replaceFile(config, JSON.stringify({ ...listen, staticExport }))
  }
  await ask('a')
  const command = [process.execPath, join(root, 'packages/host/dist/main.js'), '--config', config]
  const server = await startServer(command, port)
  return { ...server, internalUrl: `http://127.0.0.1:${internalPort}`, ask }
}

/** Every page by its address, and what a page brings along. */
async function writePaths(site: string, work: string): Promise<string> {
  const files = (await listFiles(site)).filter((path) => /\.(?:html|css|js|woff2|svg|png)$/.test(path))
  const addresses = files.map((path) => `/${path.replace(/(?:^index)?\.html$/, '')}`)
  await writeFile(join(work, 'paths'), addresses.filter((path) => !path.startsWith('/_bindery/hosting')).join('\n'))
  return join(work, 'paths')
}

/** A busy machine takes from both, but not a second of the processor for a request more. */
type Measured = Load & { cpuMicros: number }

interface Round {
  host: Measured
  nginx: Measured
}

// As many times as long as a round: the first requests of a process cost three times those after 30,000.
const warmUp = 4

/** Alternating, so that whatever else the machine does falls on both alike. */
async function race(host: Server, nginx: Server, count: number, seconds: number, paths: string): Promise<Round[]> {
  const rounds: Round[] = []
  await load(host.url, seconds * warmUp, paths)
  while (rounds.length < count) {
    const round = { nginx: await measure(nginx, seconds, paths), host: await measure(host, seconds, paths) }
    rounds.push(round)
    console.log(`round ${rounds.length}: nginx ${say(round.nginx)}; host ${say(round.host)}`)
  }
  return rounds
}

async function measure(server: Server, seconds: number, paths: string): Promise<Measured> {
  const before = server.cpuSeconds()
  const loaded = await load(server.url, seconds, paths)
  return { ...loaded, cpuMicros: ((server.cpuSeconds() - before) / loaded.requests) * 1e6 }
}

function say({ requestsPerSecond, bytesPerRequest, cpuMicros, p99Ms, failed }: Measured): string {
  const each = `${bytesPerRequest} bytes and ${cpuMicros.toFixed(0)} µs each`
  return `${requestsPerSecond}/s, ${each}, p99 ${p99Ms} ms, ${failed} failed`
}

function report(rounds: Round[], failedDuringSwaps: number): boolean {
  const ratio = (field: 'requestsPerSecond' | 'p99Ms' | 'cpuMicros') =>
    Number(median(rounds.map(({ host, nginx }) => host[field] / nginx[field])).toFixed(3))
  const failed = rounds.reduce((sum, { host }) => sum + host.failed, 0)
  const result = {
    ratioToNginx: ratio('requestsPerSecond'),
    p99Ratio: ratio('p99Ms'),
    failedDuringSwaps,
    failed,
    cpuRatioToNginx: Number((1 / ratio('cpuMicros')).toFixed(3)),
    requestsPerSecond: median(rounds.map(({ host }) => host.requestsPerSecond)),
    nginxRequestsPerSecond: median(rounds.map(({ nginx }) => nginx.requestsPerSecond)),
  }
  const passed = result.ratioToNginx >= 0.5 && result.p99Ratio <= 3 && failed + failedDuringSwaps === 0
  console.log(passed ? 'at or above the bar' : 'below the bar: half of nginx, its p99 three times over, no failure')
  console.log(JSON.stringify(result))
  return passed
}
