/**
 * Makes the recording of a release: exports and agent jobs are started on it, its workers are killed in the middle, and its
 * database, its objects and its repositories are stored as files.
 *
 *   git worktree add ../release v0.1.0 && (cd ../release && npm ci && npm run build)
 *   node test/upgrade/record-in-flight.ts --release 0.1.0 --checkout ../release
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { makeDemoSite } from '../../deploy/local/make-demo-site.ts'
import { readServices } from '../../deploy/local/read-services.ts'
import { askGitea, createGiteaRepository, type Gitea, runningGitea } from '../../deploy/local/seed-gitea.ts'
import { seedRepository } from '../../deploy/local/seed-repository.ts'
import type { Service } from '../../deploy/local/start-service.ts'
import { startEdit } from '../chaos/edit-world.ts'
import { startOne } from '../chaos/exports.ts'
import { openWorld, type World } from '../chaos/open-world.ts'
import { saveObjects } from './objects.ts'
import { parts, placeholders, type RecordedEdit, type RecordedExport, recordingOf } from './recording.ts'

const exec = promisify(execFile)
const pageCounts = [8, 24, 48]
const exportCount = 20
const editCount = 6

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { release: { type: 'string' }, checkout: { type: 'string' } } })
  const { release, checkout } = values
  if (!release || !checkout) throw new Error('usage: record-in-flight.ts --release VERSION --checkout FOLDER')
  const gitea = runningGitea()
  const run = `in-flight-${randomBytes(4).toString('hex')}`
  const folder = await mkdtemp(join(tmpdir(), 'bindery-recording-'))
  const { sites, edited } = await seed(gitea, run, folder)
  const main = resolve(checkout, 'packages/server/dist/main.js')
  // Workers of one core each are slow enough to be caught at every stage.
  await using world = await openWorld({ workers: 2, main, env: { BINDERY_WORKER_CORES: '1' } })
  const started = await startAll(world, gitea, { sites, edited })
  await untilMixed(world)
  await Promise.all([...world.fleet.workers].map((worker) => world.fleet.kill(worker)))
  await reportState(world)
  const pulls = await askGitea<unknown[]>(gitea, `/repos/${gitea.owner}/${run}/pulls?state=all`)
  if (pulls?.length) throw new Error('A pull request was opened already, which no recording can hold. Run it again.')

  const { stdout } = await exec('git', ['-C', checkout, 'rev-parse', '--short', 'HEAD'])
  const out = recordingOf(release)
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const recording = { release, commit: stdout.trim(), ...started }
  await writeFile(join(out, parts.jobs), `${JSON.stringify(recording, null, 2)}\n`)
  await saveDatabase(world.service, join(out, parts.database), { sites, edited })
  await saveObjects(started.organizations, join(folder, 'objects'))
  await exec('tar', ['-C', join(folder, 'objects'), '-cJf', join(out, parts.objects), '.'])
  await bundleRepository(join(readServices().BINDERY_GIT_ROOT ?? '', `public/${run}.git`), join(out, parts.sites))
  await exec('git', ['clone', '--quiet', '--mirror', edited, join(folder, 'edited.git')])
  await bundleRepository(join(folder, 'edited.git'), join(out, parts.edited))
  await askGitea(gitea, `/repos/${gitea.owner}/${run}`, { method: 'DELETE' })
  await rm(folder, { recursive: true })
  console.log(`${exportCount} exports and ${editCount} agent jobs of ${release} lie in ${out}`)
}

interface Repositories {
  sites: string
  edited: string
}

/** One repository with a site in each of three folders, and one on Gitea that the agent edits. */
async function seed(gitea: Gitea, name: string, scratch: string): Promise<Repositories> {
  const empty = join(scratch, 'empty')
  await mkdir(empty)
  await writeFile(
    join(empty, 'docs.json'),
    JSON.stringify({ name: 'In flight', theme: 'mint', colors: { primary: '#16695c' }, navigation: { groups: [] } }),
  )
  await writeFile(join(empty, 'index.mdx'), '---\ntitle: In flight\n---\n\nA site whose export was interrupted.\n')
  for (const pages of pageCounts) makeDemoSite(join(scratch, 'sites', `s${pages}`), pages, empty)
  const edited = join(scratch, 'edited')
  makeDemoSite(edited, 4)
  await rm(join(edited, 'images'), { recursive: true })
  return {
    sites: (await seedRepository(`public/${name}`, join(scratch, 'sites'))).url,
    edited: (await createGiteaRepository(gitea, name, edited)).url,
  }
}

interface Started {
  organizations: string[]
  exports: RecordedExport[]
  edits: RecordedEdit[]
}

async function startAll({ service }: World, gitea: Gitea, { sites, edited }: Repositories): Promise<Started> {
  const tenants = await Promise.all(['one', 'two'].map((name) => makeTenant(service, name, { sites, edited }, gitea)))
  const edits = await Promise.all(
    Array.from({ length: editCount }, async (_, i) => {
      const { id, project } = await startEdit(service, tenants, i)
      return { id, project, organizationId: tenants[i % tenants.length]?.organizationId ?? '' }
    }),
  )
  const exports: RecordedExport[] = []
  for (let i = 0; i < exportCount; i++) {
    const { key, organizationId } = tenants[i % tenants.length] as (typeof tenants)[number]
    const pages = pageCounts[Math.floor(i / tenants.length) % pageCounts.length] as number
    const name = tenants[i % tenants.length]?.name
    const site = { domain: `s${pages}.${name}.example.com`, paths: listPages(pages) }
    const { jobId, domain } = await startOne(service.url, { key, sites: [] as never }, site, i, `v${i}`)
    exports.push({ jobId, organizationId, domain, pages })
  }
  return { organizations: tenants.map(({ organizationId }) => organizationId), exports, edits }
}

/** Exports of named pages never take over each other's: each has its pages to render. */
function listPages(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `library/shelf-${Math.floor(i / 20) + 1}-volume-${(i % 20) + 1}`)
}

async function makeTenant({ admin }: Service, name: string, repositories: Repositories, gitea: Gitea) {
  const { id } = await admin<{ id: string }>(['organization', 'create', '--name', name, '--plan', 'enterprise'])
  for (const pages of pageCounts) {
    const made = ['project', 'create', '--organization', id, '--name', `S${pages}`, '--docs-path', `s${pages}`]
    const project = await admin<{ id: string }>([...made, '--repository', repositories.sites])
    await admin(['domain', 'add', `s${pages}.${name}.example.com`, '--project', project.id])
  }
  const made = ['project', 'create', '--organization', id, '--name', 'Edited', '--git-host', 'gitea']
  const { id: project } = await admin<{ id: string }>([...made, '--repository', repositories.edited])
  await admin(['project', 'credential', 'set', project], gitea.token)
  const { key } = await admin<{ key: string }>(['key', 'create', '--organization', id, '--name', 'recorder'])
  return { name, organizationId: id, key, project }
}

/** Some have ended, some are in the middle, some wait; and no agent job has come to its pull request. */
async function untilMixed({ pool }: World): Promise<void> {
  const { rows: none } = await pool.query(`select 1 from edit where status <> 'active'`)
  if (none.length > 0) throw new Error('An agent job has ended already. Run it again.')
  for (;;) {
    const { rows } = await pool.query(`select
      (select count(*) from export where status = 'completed')::int as completed,
      (select count(*) from export where status = 'running' and page_count > 0)::int as rendering,
      (select count(*) from edit where status <> 'active')::int as ended,
      (select count(*) from dbos.operation_outputs o join dbos.workflow_status w using (workflow_uuid)
        where w.name = 'editSite' and o.function_name = 'push')::int as pushed`)
    const { completed, rendering, ended, pushed } = rows[0]
    if (ended > 0) throw new Error('An agent job has ended already. Run it again.')
    if ((completed >= 3 && rendering >= 2) || pushed > 0) return
    await delay(10)
  }
}

async function reportState({ pool }: World): Promise<void> {
  const { rows } = await pool.query(`select 'export ' || status as what, count(*)::int as count from export group by 1
    union all select 'edit ' || status, count(*) from edit group by 1
    union all select 'workflow ' || name || ' ' || status, count(*) from dbos.workflow_status group by 1
    union all select 'step ' || function_name, count(*) from dbos.operation_outputs group by 1 order by 1`)
  for (const { what, count } of rows) console.log(`${String(count).padStart(4)} ${what}`)
}

async function saveDatabase({ env }: Service, file: string, { sites, edited }: Repositories): Promise<void> {
  const args = [env.DATABASE_URL ?? '', '--no-owner', '--no-privileges']
  const { stdout } = await exec('pg_dump', args, { maxBuffer: 1 << 28 })
  const portable = stdout.replaceAll(sites, placeholders.sites).replaceAll(edited, placeholders.edited)
  await writeFile(file, gzipSync(portable, { level: 9 }))
}

async function bundleRepository(repository: string, file: string): Promise<void> {
  await exec('git', ['-C', repository, 'bundle', 'create', '--quiet', resolve(file), '--all'])
}

await main()
