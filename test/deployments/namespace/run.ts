/**
 * The host and the site in a room without a way out: a network namespace that has nothing but its loopback. One host
 * reads a bundle from a file, another a mounted folder under a path; Chromium walks both, with search, diagrams,
 * mathematics and pages of an API. Counted are
 * - the system calls of the host, all of its threads, that would leave the machine or ask for a name (`strace`);
 * - what pages ask of others than the host: requests, lookups in Chromium's own record, and hints to connect ahead.
 * Chromium looks for updates of its own; those belong to no page and are told apart by that record. A process and a
 * page that do ask outside are counted along, so that a counter that sees nothing is found out.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { prepareSites } from '../../e2e/site/prepare-sites.ts'
import { samplePages } from '../../e2e/site/sample-pages.ts'
import type { Room, Walked } from './room.ts'

const walk = join(import.meta.dirname, 'walk.ts')
const bundleFolder = join(import.meta.dirname, '../../../packages/cli/testing/bundle-folder.ts')

export async function run(): Promise<{ summary: Record<string, unknown>; failed: number }> {
  const work = await mkdtemp(join(tmpdir(), 'bindery-namespace-'))
  try {
    const walked = await enterRoom(await furnishRoom(work))
    for (const fault of walked.faults) console.log(`    ${fault}`)
    const { faults, ...counted } = walked
    return { summary: counted, failed: faults.length }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** What is carried into the room: two sites, one as an archive and one as a folder. */
async function furnishRoom(work: string): Promise<Room> {
  const sites: Room['sites'] = []
  for await (const site of prepareSites(work, undefined, ['components', 'openapi'])) {
    const bundle = join(work, `${site.name}.bundle`)
    await promisify(execFile)(process.execPath, [bundleFolder, site.out, bundle])
    const isArchive = sites.length === 0
    const pages = await samplePages(site, isArchive ? Number.POSITIVE_INFINITY : 6)
    sites.push({
      name: site.name,
      bundleUrl: isArchive ? pathToFileURL(`${bundle}.tar.gz`).href : bundle,
      basePath: isArchive ? '' : '/docs',
      pages,
    })
  }
  return { work, sites }
}

async function enterRoom(room: Room): Promise<Walked> {
  const plan = join(room.work, 'room.json')
  await writeFile(plan, JSON.stringify(room))
  // Bubblewrap, unlike unshare, brings the loopback up. With process ids of their own all end when the walk ends.
  const alone = ['--unshare-net', '--unshare-pid', '--dev-bind', '/', '/', '--proc', '/proc', '--die-with-parent']
  const child = spawn('bwrap', [...alone, process.execPath, walk, plan], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0)
    throw new Error(`The walk in the namespace ended with ${code}. What it said last: ${said.slice(-2000)}`)
  return JSON.parse(said) as Walked
}
