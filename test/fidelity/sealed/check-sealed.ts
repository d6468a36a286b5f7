import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readServices } from '../../../deploy/local/read-services.ts'
import { seedRepository } from '../../../deploy/local/seed-repository.ts'
import { type Service, startService } from '../../../deploy/local/start-service.ts'
import { findCorpora, unpackCorpus } from '../../conformance/unpack-corpus.ts'
import { makeTenant } from '../../support/make-tenant.ts'
import { corporaNames, type FidelityOptions, type Figures } from '../figures.ts'
import { type Exported, exportDomain, listFiles, readVendored, verifySealed } from './export-domain.ts'
import { escapeMarker, startHostileHosts } from './hostile-hosts.ts'
import { isFontSheet } from './make-picture.ts'
import { writeManyPictures, writeSite, writeSmallSite } from './own-sites.ts'
import { type PlayedHosts, playHosts } from './play-hosts.ts'
import type { Walk, Walked } from './walk.ts'

/**
 * Sites whose pictures stand on other hosts, exported by the service while those hosts are played by a proxy, and read
 * where there is no network at all. Then hosts that want to be something else.
 */
export async function checkSealed(options: FidelityOptions): Promise<Figures> {
  await using stack = new AsyncDisposableStack()
  const work = stack.adopt(await mkdtemp(join(tmpdir(), 'bindery-sealed-')), (path) => rm(path, { recursive: true }))
  const hosts = stack.use(await playHosts())
  const hostile = stack.use(await startHostileHosts())
  const { BINDERY_GIT_URL = '' } = readServices()
  const service = await startService({
    env: {
      BINDERY_HTTPS_PROXY: hosts.proxyUrl,
      BINDERY_NO_PROXY: '127.0.0.1',
      BINDERY_CA_FILE: hosts.caFile,
      BINDERY_GIT_ALLOWED_HOSTS: [BINDERY_GIT_URL, hostile.origin].join(),
      BINDERY_WORKER_CACHE_FOLDER: join(work, 'cache'),
    },
  })
  stack.defer(() => service.stop())
  const world = { service, hosts, work, faults: [] as string[] }

  const counted: Figures = { pages: 0, failed: 0, outsideRequests: 0, pictures: 0, hostileTried: 0, hostileEscaped: 0 }
  for (const [name, root] of await listRoots(work, options)) {
    const { pages, outside, shown } = await readSite(world, name, root, options.pages)
    counted.pages += pages
    counted.outsideRequests = (counted.outsideRequests ?? 0) + outside.length
    counted.pictures = (counted.pictures ?? 0) + shown
  }
  await checkIdentity(world)
  const tried = await checkHostile(world, hostile)
  for (const fault of world.faults) console.log(`    ${fault}`)
  return { ...counted, ...tried, failed: world.faults.length }
}

interface SealedWorld {
  service: Service
  hosts: PlayedHosts
  work: string
  faults: string[]
}

async function listRoots(work: string, { sites, corpora }: FidelityOptions): Promise<[string, string][]> {
  const folder = findCorpora(corpora, 'corpora-whole')
  const names = sites ?? ['small', 'many', ...(folder === undefined ? [] : corporaNames)]
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      if (name === 'small') return [name, await writeSmallSite(work)]
      if (name === 'many') return [name, await writeManyPictures(work)]
      return [name, await unpackCorpus(join(folder ?? '', `${name}.tar.gz`), join(work, `source-${name}`))]
    }),
  )
}

async function exportSite({ service, work }: SealedWorld, name: string, root: string): Promise<Exported> {
  const repository = await seedRepository(`public/sealed-${name}-${process.pid}`, root)
  const tenant = await makeTenant(service, { domain: `${name}-${process.pid}.example.com`, repository: repository.url })
  return exportDomain(service, tenant, join(work, `${name}-1`))
}

/** Exports a site, verifies its bundle, and reads pages of it where nothing but the site can be reached. */
async function readSite(world: SealedWorld, name: string, root: string, count: number): Promise<Walked> {
  const startedAt = performance.now()
  const exported = await exportSite(world, name, root)
  const { archive, folder, seconds } = exported
  const refusal = await verifySealed(archive)
  if (refusal !== undefined) world.faults.push(`${name} is not sealed: ${refusal}`)
  const vendored = await readVendored(folder)
  const missing = [...world.hosts.asked].filter((url) => !isFontSheet(url) && !vendored.some((one) => one.url === url))
  const isNamed = [...world.hosts.asked].some(isFontSheet)
  if (isNamed && !vendored.some((one) => one.url.startsWith('https://fonts.gstatic.com/')))
    world.faults.push(`${name}: a font that it names is not in it`)
  if (name === 'small' && !isNamed) world.faults.push(`${name}: no font was asked for`)
  world.hosts.asked.clear()
  for (const url of missing) world.faults.push(`${name}: ${url} was fetched and is not listed`)
  const walked = await walkAlone(world.work, folder, pick(await listPages(folder), count))
  for (const one of walked.outside) world.faults.push(`${name}: outside ${one}`)
  for (const one of walked.broken) world.faults.push(`${name}: not shown ${one}`)
  const all = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(
    `      ${name}: ${vendored.length} files of other hosts, ${walked.pages} pages read, ${walked.outside.length} outside requests, ${walked.shown} pictures shown, ${walked.broken.length} broken; export ${seconds.toFixed(1)} s of ${all} s`,
  )
  return walked
}

/** Those of the author: pages that only lead elsewhere would take the reader away. */
async function listPages(folder: string): Promise<string[]> {
  const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    files: { path: string; page?: string }[]
  }
  const pages = files.filter(({ path, page }) => page !== undefined && path.endsWith('.html')).map(({ path }) => path)
  const texts = await Promise.all(pages.map((path) => readFile(join(folder, path), 'utf8')))
  const withPictures = pages.filter((_, at) => texts[at]?.includes('/assets/remote-'))
  return withPictures.length >= leastWithPictures ? withPictures : pages
}

// Enough that reading these alone says something.
const leastWithPictures = 20

/** Evenly over all of them. */
function pick(files: string[], count: number): string[] {
  const step = Math.max(1, files.length / count)
  return Array.from({ length: Math.min(count, files.length) }, (_, at) => files[Math.floor(at * step)] ?? '')
}

async function walkAlone(work: string, folder: string, pages: string[]): Promise<Walked> {
  const plan = join(await mkdtemp(join(work, 'walk-')), 'plan.json')
  await writeFile(plan, JSON.stringify({ folder, pages } satisfies Walk))
  // Bubblewrap, unlike unshare, brings the loopback up.
  const alone = ['--unshare-net', '--unshare-pid', '--dev-bind', '/', '/', '--proc', '/proc', '--die-with-parent']
  const script = join(import.meta.dirname, 'walk.ts')
  const child = spawn('bwrap', [...alone, process.execPath, script, plan], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`Reading the pages ended with ${code}: ${said.slice(-2000)}`)
  return JSON.parse(said) as Walked
}

/** The same bytes make the same bundle; one other picture changes one picture, its list and the pages that show it. */
async function checkIdentity(world: SealedWorld): Promise<void> {
  const { service, hosts, work, faults } = world
  const pages = { index: '![A](https://a.example/1.png)', other: '![B](https://a.example/2.png)' }
  const root = await writeSite(work, 'identity', pages)
  const repository = await seedRepository(`public/sealed-identity-${process.pid}`, root)
  const tenant = await makeTenant(service, {
    domain: `identity-${process.pid}.example.com`,
    repository: repository.url,
  })
  const first = await exportDomain(service, tenant, join(work, 'identity-1'))
  const same = await exportDomain(service, tenant, join(work, 'identity-2'))
  if (first.sha256 !== same.sha256) faults.push('two exports with the same bytes differ')
  hosts.change('https://a.example/2.png')
  const changed = await exportDomain(service, tenant, join(work, 'identity-3'))
  const [before, after] = [await readManifest(first.folder), await readManifest(changed.folder)]
  const differing = [...after].filter(([path, sha256]) => before.get(path) !== sha256).map(([path]) => path)
  const pictures = differing.filter((path) => path.startsWith('_bindery/assets/'))
  const others = differing.filter((path) => !path.startsWith('_bindery/assets/')).sort()
  console.log(`      one changed picture: ${differing.join(', ')}`)
  if (pictures.length !== 1) faults.push(`one changed picture changed ${pictures.length} pictures`)
  if (others.join() !== '_bindery/vendored.json,other.html') faults.push(`it changed ${others.join()} too`)
}

async function readManifest(folder: string): Promise<Map<string, string>> {
  const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    files: { path: string; sha256: string }[]
  }
  return new Map(files.map(({ path, sha256 }) => [path, sha256]))
}

/** One page names them all: the export completes, nothing forbidden is asked, and nothing but pictures comes along. */
async function checkHostile(world: SealedWorld, hostile: Awaited<ReturnType<typeof startHostileHosts>>) {
  const page = hostile.urls.map((url, at) => `<img src="${url}" alt="Hostile ${at}" />`).join('\n\n')
  const root = await writeSite(world.work, 'hostile', { index: page })
  const { folder, archive } = await exportSite(world, 'hostile', root)
  const escapes = [...hostile.caught]
  const vendored = await readVendored(folder)
  for (const { url } of vendored) {
    if (!hostile.harmless.has(url) && !url.startsWith('https://a.example/')) escapes.push(`${url} came along`)
  }
  for (const file of await listFiles(folder)) {
    const bytes = await readFile(join(folder, file))
    if (bytes.includes(escapeMarker)) escapes.push(`${file} holds what a hostile host sent`)
  }
  const refusal = await verifySealed(archive)
  if (refusal !== undefined) escapes.push(`the bundle is not sealed: ${refusal}`)
  for (const one of escapes) world.faults.push(`hostile: ${one}`)
  console.log(`      hostile hosts: ${hostile.urls.length} tried, ${escapes.length} escaped`)
  return { hostileTried: hostile.urls.length, hostileEscaped: escapes.length }
}
