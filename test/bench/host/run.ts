import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildFolder } from '../../e2e/build-folder.ts'
import { median } from '../poll/load.ts'
import { type Load, load } from './load.ts'
import { listFiles, makeBundleFolder } from './make-bundle-folder.ts'
import { startNginx } from './start-nginx.ts'
import { freePort, type Server, startServer } from './start-server.ts'
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

interface Round {
  host: Load
  nginx: Load
}

/** Alternating, so that whatever else the machine does falls on both alike; the first round warms up. */
async function race(host: Server, nginx: Server, count: number, seconds: number, paths: string): Promise<Round[]> {
  const rounds: Round[] = []
  for (let number = 0; number <= count; number++) {
    const round = { nginx: await load(nginx.url, seconds, paths), host: await load(host.url, seconds, paths) }
    const say = ({ requestsPerSecond, bytesPerRequest, p99Ms, failed }: Load) =>
      `${requestsPerSecond}/s of ${bytesPerRequest} bytes, p99 ${p99Ms} ms, ${failed} failed`
    console.log(
      `${number === 0 ? 'warming up' : `round ${number}`}: nginx ${say(round.nginx)}; host ${say(round.host)}`,
    )
    if (number > 0) rounds.push(round)
  }
  return rounds
}

function report(rounds: Round[], failedDuringSwaps: number): boolean {
  const ratio = (field: 'requestsPerSecond' | 'p99Ms') =>
    Number(median(rounds.map(({ host, nginx }) => host[field] / nginx[field])).toFixed(3))
  const failed = rounds.reduce((sum, { host }) => sum + host.failed, 0)
  const result = {
    ratioToNginx: ratio('requestsPerSecond'),
    p99Ratio: ratio('p99Ms'),
    failedDuringSwaps,
    failed,
    requestsPerSecond: median(rounds.map(({ host }) => host.requestsPerSecond)),
    nginxRequestsPerSecond: median(rounds.map(({ nginx }) => nginx.requestsPerSecond)),
  }
  const passed = result.ratioToNginx >= 0.5 && result.p99Ratio <= 3 && failed + failedDuringSwaps === 0
  console.log(passed ? 'at or above the bar' : 'below the bar: half of nginx, its p99 three times over, no failure')
  console.log(JSON.stringify(result))
  return passed
}
