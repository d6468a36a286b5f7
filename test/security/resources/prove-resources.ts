import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Service, startService } from '../../../deploy/local/start-service.ts'
import { startGitServer } from '../../support/git-server.ts'
import { type Corpus, type Size, Tally } from '../corpus.ts'
import { makeTenant, type Tenant } from '../make-tenant.ts'
import { plantProjects } from '../plant-projects.ts'
import { GitRepository } from '../repositories/git-repository.ts'
import { commitBeside } from '../repositories/hostile-repository.ts'
import { type EndedExport, runExport } from '../run-exports.ts'
import type { Send } from '../send-request.ts'
import { type MemoryGroup, openMemoryGroup } from './memory-group.ts'
import { endless } from './repositories/endless.ts'
import { startHostileHost } from './repositories/start-hostile-host.ts'
import { unfolding } from './repositories/unfolding.ts'
import { sampleProcesses } from './sample-processes.ts'
import { type ResourcesSize, resourcesSizes } from './sizes.ts'
import { measureDisk, type UseWatch, watchUse } from './watch-use.ts'

const hostile = [...endless, ...unfolding]
/** An organization runs four exports at once in a worker, so these are all under way together. */
const ofTenant = 4
const ordinary = 3

/** Whatever repositories hold and their hosts send, a worker stays within its memory and its disk, and works on. */
export function createResources(sizeName: Size): Corpus {
  const size = resourcesSizes[sizeName]
  return {
    name: 'resources',
    async run({ send }) {
      if (hostile.length < 20) throw new Error('Fewer than the promised 20 hostile repositories are left.')
      await using stack = new AsyncDisposableStack()
      const folder = stack.adopt(mkdtempSync(join(tmpdir(), 'bindery-resources-')), (path) =>
        rmSync(path, { recursive: true }),
      )
      const world = await prepare(stack, folder, size)
      const tally = new Tally()
      const watch = stack.use(watchUse(world.memory, world.cache))
      await exportAll({ ...world, send }, tally)
      await judgeWorker(world, watch, size, tally)
      return tally
    },
  }
}

interface ResourcesWorld {
  service: Service
  database: pg.Pool
  memory: MemoryGroup
  cache: string
  origins: { hostile: string; ordinary: string }
}

async function prepare(stack: AsyncDisposableStack, folder: string, size: ResourcesSize): Promise<ResourcesWorld> {
  const cache = join(folder, 'cache')
  const host = stack.use(await startHostileHost(new Map(hostile.map(({ name, build }) => [name, build(size)]))))
  commitBeside(new GitRepository(join(folder, 'served/site.git')), [])
  const sound = stack.use(await startGitServer({ root: join(folder, 'served') }))
  let worker: { child: { pid?: number | undefined } } | undefined
  const group = openMemoryGroup(size.memoryBytes)
  const memory = stack.use(group ?? sampleProcesses(() => worker?.child.pid, size.memoryBytes))
  const began = performance.now()
  const service = await startService({
    workers: 0,
    workerCommand: memory.command,
    env: {
      BINDERY_GIT_ALLOWED_HOSTS: [host.origin, sound.origin].join(),
      BINDERY_WORKER_CACHE_FOLDER: cache,
      BINDERY_WORKER_CACHE_BYTES: String(size.cacheBytes),
      BINDERY_WORKER_EXPORTS: '24',
      ...(group ? {} : withoutGroup),
    },
  })
  stack.defer(() => service.stop())
  worker = await service.startProcess('worker', { BINDERY_WORKER_FETCH_TIMEOUT: `${chooseTimeout(size, began)}s` })
  const database = stack.adopt(new pg.Pool({ connectionString: service.env.DATABASE_URL, max: 4 }), (pool) =>
    pool.end(),
  )
  return { service, database, memory, cache, origins: { hostile: host.origin, ordinary: sound.origin } }
}

/** A slow machine takes longer for sound repositories too: on a calm one the service has started after four seconds. */
function chooseTimeout({ fetchSeconds }: ResourcesSize, began: number): number {
  const slowness = Math.max(1, (performance.now() - began) / 4_000)
  return Math.min(600, Math.ceil(fetchSeconds * slowness))
}

/** What a worker would choose in a gibibyte, where nothing tells it that it has no more. */
const withoutGroup = {
  BINDERY_WORKER_CORES: '1',
  BINDERY_WORKER_FETCHES: '2',
  BINDERY_WORKER_GIT_MEMORY_BYTES: String(115 * 1024 ** 2),
  NODE_OPTIONS: '--max-old-space-size=512',
}

/** All at once: the hostile of several organizations, and beside them ordinary ones of another. */
async function exportAll(world: ResourcesWorld & { send: Send }, tally: Tally): Promise<void> {
  const jobs: Promise<void>[] = []
  for (let at = 0; at < hostile.length; at += ofTenant) {
    const tenant = await makeTenant(world.service)
    const sources = hostile.slice(at, at + ofTenant)
    const urls = sources.map(({ name }) => `${world.origins.hostile}/${name}.git`)
    for (const [index, end] of (await startExports(world, tenant, `hostile-${at}`, urls)).entries()) {
      jobs.push(end.then((ended) => judgeHostile(sources[index], ended, tally)))
    }
  }
  const urls = Array.from({ length: ordinary }, () => `${world.origins.ordinary}/site.git`)
  const tenant = await makeTenant(world.service)
  const domains = await plantProjects({ ...world, tenant }, 'ordinary', urls)
  for (const domain of domains) jobs.push(judgeOrdinary({ ...world, tenant }, domain ?? '', tally))
  await Promise.all(jobs)
}

async function startExports(
  { service, database, send }: ResourcesWorld & { send: Send },
  tenant: Tenant,
  area: string,
  urls: readonly string[],
): Promise<Promise<EndedExport>[]> {
  const domains = await plantProjects({ database, tenant }, area, urls)
  return domains.map((domain) => runExport({ service, send, tenant }, domain ?? ''))
}

/** As its sentence advises: a machine so slow that the time was over is asked again. */
async function judgeOrdinary(
  world: ResourcesWorld & { send: Send; tenant: Tenant },
  domain: string,
  tally: Tally,
): Promise<void> {
  let ended = await runExport(world, domain)
  for (let tries = 0; tries < 3 && ended.errorCode === 'repository_timeout'; tries++)
    ended = await runExport(world, domain)
  tally.check(
    ended.status === 'completed',
    `an ordinary export ended ${ended.status} ${ended.errorCode}: ${ended.error}`,
  )
}

function judgeHostile(source: (typeof hostile)[number] | undefined, ended: EndedExport, tally: Tally): void {
  const { status, errorCode, error } = ended
  const isRefused = status === 'failed' && source?.endsWith.test(errorCode ?? '') && error !== null && error.length > 20
  tally.check(
    isRefused === true,
    `${source?.name} (it must not ${source?.mustNot}) ended ${status} ${errorCode}: ${error}`,
  )
}

const inMebibytes = (bytes: number) => Math.round(bytes / 1024 ** 2)

async function judgeWorker(world: ResourcesWorld, watch: UseWatch, size: ResourcesSize, tally: Tally): Promise<void> {
  const { memoryBytes, diskBytes, looks } = watch.peaks()
  const left = await measureDisk(join(world.cache, 'scratch'))
  console.log(
    `      ${hostile.length} hostile repositories; at most ${inMebibytes(memoryBytes)} of ${inMebibytes(size.memoryBytes)} MiB of memory (${world.memory.kind}) and ${inMebibytes(diskBytes)} of ${inMebibytes(size.cacheBytes)} MiB of disk, in ${looks} looks`,
  )
  for (const { child, role, logFile } of world.service.processes) {
    tally.check(child.exitCode === null && child.signalCode === null, `the ${role} died; its log is ${logFile}`)
  }
  tally.check(world.memory.killed() === 0, `${world.memory.killed()} processes were killed for want of memory`)
  tally.check(memoryBytes > 0 && memoryBytes < size.memoryBytes, `the worker had ${memoryBytes} bytes of memory`)
  tally.check(diskBytes > 0 && diskBytes <= size.cacheBytes, `the worker had ${diskBytes} bytes on its disk`)
  tally.check(left < 1024 ** 2, `${left} bytes of scratch are left behind`)
}
