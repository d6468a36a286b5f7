import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sample } from '../../support/sample.ts'
import { type Corpus, Tally } from '../corpus.ts'
import { plantProjects } from '../plant-projects.ts'
import type { World } from '../prepare-world.ts'
import { readBundle, runExports } from '../run-exports.ts'
import { buildRepositories, hostileClasses } from './build-repositories.ts'
import { findInFiles } from './find-in-files.ts'
import { fingerprint } from './fingerprint.ts'
import type { HostileRepository } from './hostile-repository.ts'

const CANARY = 'canary-content-of-a-file-outside'

/** Promise 10: hostile repositories read and write nothing outside. */
export function createRepositories(sample: Sample): Corpus {
  if (hostileClasses.flat().length < 40) throw new Error('Fewer than the promised 40 hostile repositories are left.')
  // Those that are left out are read by the tests of git, too.
  const hostile = hostileClasses.flatMap((repositories) => sample(repositories))
  return { name: 'repositories', run: (world) => proveRepositories(world, hostile) }
}

async function proveRepositories(world: World, hostile: readonly HostileRepository[]): Promise<Tally> {
  const outside = layOut(world, hostile)
  const before = fingerprint(outside, world.workFolder)
  const connections = world.trap.connections()
  const tally = new Tally()
  await exportEach(world, hostile, tally)

  tally.check(fingerprint(outside, world.workFolder) === before, 'something outside was made, changed or removed')
  const read = findInFiles(world.workFolder, CANARY)
  tally.check(read.length === 0, `a file outside was read into ${read.join(', ')}`)
  tally.check(world.trap.connections() === connections, 'the trap was reached')
  for (const { child, role, logFile } of world.service.processes) {
    tally.check(child.exitCode === null && child.signalCode === null, `the ${role} died; its log is ${logFile}`)
  }
  return tally
}

/** What must stay as it is, around the folder in which the worker works. */
function layOut({ folder, hosts, trap }: World, hostile: readonly HostileRepository[]): string {
  const outside = join(folder, 'outside')
  const canaryFile = join(outside, 'canary.txt')
  const sentinel = join(outside, 'sentinel')
  mkdirSync(sentinel)
  writeFileSync(canaryFile, CANARY)
  writeFileSync(join(sentinel, 'kept.txt'), 'kept')
  buildRepositories(hostile, hosts.openRoot, { canaryFile, sentinel, trapUrl: `http://127.0.0.1:${trap.port}` })
  return outside
}

async function exportEach(world: World, hostile: readonly HostileRepository[], tally: Tally): Promise<void> {
  const urls = hostile.map(({ name }) => `${world.hosts.open.origin}/${name}.git`)
  const domains = await plantProjects(world, 'hostile', urls)
  const ended = await runExports(
    world,
    domains.filter((domain) => domain !== undefined),
  )
  for (const [index, { name, mustNot }] of hostile.entries()) {
    const end = ended[index]
    const isJudged = end?.status === 'completed' || (end?.status === 'failed' && end.errorCode !== 'internal_error')
    tally.check(isJudged, `${name} (it must not ${mustNot}) ended ${end?.status} ${end?.errorCode}`)
    if (end?.status !== 'completed') continue
    const files = await readBundle(world, end.jobId)
    tally.check(!files.includes(CANARY), `${name} put a file from outside into its bundle`)
  }
}
