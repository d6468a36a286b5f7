import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { readServices } from '../../deploy/local/read-services.ts'
import { askGitea, pushToGitea, runningGitea } from '../../deploy/local/seed-gitea.ts'
import type { Service } from '../../deploy/local/start-service.ts'
import { countPulls, type Edit, followEdits } from '../chaos/edit-world.ts'
import { readArchive, type StartedExport } from '../chaos/exports.ts'
import { countCompleted, followExports } from '../chaos/follow-exports.ts'
import { type Outcome, openWorld } from '../chaos/open-world.ts'
import { loadObjects } from './objects.ts'
import { parts, placeholders, type Recording, recordingOf } from './recording.ts'

const exec = promisify(execFile)
const cli = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url))

/** What an earlier release left in the middle ends on this one: nothing is lost, nothing is done twice. */
export async function replayInFlight(release: string): Promise<Outcome> {
  const folder = recordingOf(release)
  const recording: Recording = JSON.parse(await readFile(join(folder, parts.jobs), 'utf8'))
  await using repositories = await openRepositories(folder)
  await using scratch = await makeScratch()
  await exec('tar', ['-C', scratch.folder, '-xJf', join(folder, parts.objects)])
  await loadObjects(scratch.folder)
  await using world = await openWorld({
    workers: 0,
    restore: (databaseUrl) => loadDatabase(join(folder, parts.database), databaseUrl, repositories),
  })
  // Before any worker: one that pushes with the token of the recording would fail for good.
  const { exports, edits } = await takeOver(world.service, recording)
  for (let i = 0; i < 2; i++) await world.fleet.grow()
  const [ended, endedEdits] = await Promise.all([
    followExports(world.service.url, exports),
    followEdits(world.service, edits),
  ])
  const published = [...endedEdits.values()].filter(({ status, prLink }) => status === 'completed' && prLink).length
  const pulls = await countPulls(repositories, edits)
  const figures = {
    exports: exports.length,
    edits: edits.length,
    lost: exports.length - countCompleted(ended) + edits.length - published,
    corrupt: await countBroken(world.service.url, exports, recording, scratch.folder),
    pullRequests: pulls.pullRequests,
    duplicates: pulls.duplicates + pulls.wrongBranches,
  }
  const isKept = figures.lost + figures.corrupt + figures.duplicates === 0 && pulls.pullRequests === edits.length
  return { figures, isKept }
}

interface Repositories extends AsyncDisposable {
  gitea: ReturnType<typeof runningGitea>
  /** Of the repository that the agent edits. */
  name: string
  sites: string
  edited: string
}

/** The repositories of the recording, under names of their own. */
async function openRepositories(folder: string): Promise<Repositories> {
  const gitea = runningGitea()
  const name = `in-flight-${randomBytes(4).toString('hex')}`
  const { BINDERY_GIT_ROOT = '', BINDERY_GIT_URL = '' } = readServices()
  const sites = join(BINDERY_GIT_ROOT, `public/${name}.git`)
  await exec('git', ['clone', '--quiet', '--mirror', join(folder, parts.sites), sites])
  await using scratch = await makeScratch()
  const mirror = join(scratch.folder, 'edited.git')
  await exec('git', ['clone', '--quiet', '--mirror', join(folder, parts.edited), mirror])
  const edited = await pushToGitea(gitea, name, mirror)
  return {
    gitea,
    name,
    sites: `${BINDERY_GIT_URL}/public/${name}.git`,
    edited,
    async [Symbol.asyncDispose]() {
      await rm(sites, { recursive: true })
      await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
    },
  }
}

async function makeScratch() {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-in-flight-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

async function loadDatabase(file: string, databaseUrl: string, { sites, edited }: Repositories): Promise<void> {
  const sql = gunzipSync(await readFile(file)).toString('utf8')
  const here = sql.replaceAll(placeholders.sites, sites).replaceAll(placeholders.edited, edited)
  const restored = exec('psql', [databaseUrl, '-qX', '-v', 'ON_ERROR_STOP=1'])
  restored.child.stdin?.end(here)
  await restored
}

/** Keys are shown once and the token of the git host is another here, so both are made anew. */
async function takeOver({ admin }: Service, { organizations, exports, edits }: Recording) {
  const { token } = runningGitea()
  const keys = new Map<string, string>()
  for (const id of organizations) {
    const { key } = await admin<{ key: string }>(['key', 'create', '--organization', id, '--name', 'replay'])
    keys.set(id, key)
  }
  for (const project of new Set(edits.map((edit) => edit.project))) {
    await admin(['project', 'credential', 'set', project], token)
  }
  const withKey = <Job extends { organizationId: string }>(job: Job) => ({
    ...job,
    key: keys.get(job.organizationId) ?? '',
  })
  return { exports: exports.map(withKey) as StartedExport[], edits: edits.map(withKey) as Edit[] }
}

/** Archives that are not whole, or have not the pages that were asked for. */
async function countBroken(url: string, exports: StartedExport[], recording: Recording, scratch: string) {
  let broken = 0
  for (const [i, one] of exports.entries()) {
    const file = join(scratch, `${one.jobId}.tar.gz`)
    const archive = await readArchive(url, one)
    if (archive) await writeFile(file, archive)
    const pages = archive ? await countPages(file).catch(() => -1) : -1
    if (pages !== recording.exports[i]?.pages) {
      broken += 1
      console.log(`${one.jobId} has ${pages} pages instead of ${recording.exports[i]?.pages}`)
    }
  }
  return broken
}

async function countPages(file: string): Promise<number> {
  await exec(process.execPath, [cli, 'verify', file])
  const { stdout } = await exec('tar', ['-tzf', file])
  return stdout.split('\n').filter((name) => /^library\/[^/]+\.html$/.test(name)).length
}
