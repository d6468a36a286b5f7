import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askGitea, createGiteaRepository, type Gitea, runningGitea } from '../../../deploy/local/seed-gitea.ts'
import { type Corpus, Tally } from '../corpus.ts'
import type { World } from '../prepare-world.ts'
import { readBundle } from '../run-exports.ts'
import { diskName, findRemains } from './find-remains.ts'
import { makeAgentJob, makeExport } from './make-jobs.ts'
import { type DeletedTenant, plantProject, plantTenant, type TenantProject } from './plant-tenant.ts'
import { coin, type Words } from './words.ts'

/** Of the workers, to end the jobs of a tenant and to remove all that it has. */
const DEADLINE_MS = 300_000

/**
 * Deletes a project and an organization with jobs in every state: nothing is left in any table but the audit log, in the bucket,
 * or in the folders of two workers. A neighbour with the same repository loses nothing.
 */
export const deletion: Corpus = { name: 'deletion', run: proveDeletion }

async function proveDeletion(world: World): Promise<Tally> {
  const gitea = runningGitea()
  const folders = [world.workFolder, join(world.folder, 'second-worker')]
  const second = await world.service.startProcess('worker', { BINDERY_WORKER_CACHE_FOLDER: folders[1] ?? '' })
  try {
    return await deleteTenants(world, gitea, folders)
  } finally {
    await world.service.stopProcess(second)
  }
}

async function deleteTenants(world: World, gitea: Gitea, folders: readonly string[]): Promise<Tally> {
  const name = `deletion-${randomBytes(4).toString('hex')}`
  const tally = new Tally()
  const site: Words = new Map()
  const { url: repository } = await createGiteaRepository(gitea, name, writeSite(world, site), { isPrivate: true })
  try {
    const git = { repository, token: gitea.token }
    const [tenant, neighbour] = [await plantTenant(world), await plantTenant(world)]
    const [first, second, theirs, hanging] = await Promise.all([
      plantProject(world, tenant.id, git),
      plantProject(world, tenant.id, git),
      plantProject(world, neighbour.id, git),
      plantProject(world, tenant.id, { repository: `${world.hosts.open.origin}/hang/site.git` }),
    ])
    const published = await makeExport(world, neighbour.key, theirs, 'ended')
    await fillFolders(world, tenant, first, folders)
    await fillProjects(world, tenant, [first, second], hanging)

    const before = [await describe(world, neighbour), (await readBundle(world, published, neighbour.key)).length]
    await remove(world, tally, 'project', { words: first.words, folders })
    const all = new Map(
      [tenant, second, hanging].flatMap(({ words }, i) => [...words].map(([k, v]) => [`${k} (${i})`, v])),
    )
    all.set('organization', tenant.id)
    // What only the agent jobs of the tenant have read.
    for (const [what, word] of site) all.set(what, word)
    await remove(world, tally, 'organization', { words: all, folders })
    const after = [await describe(world, neighbour), (await readBundle(world, published, neighbour.key)).length]
    tally.check(JSON.stringify(after) === JSON.stringify(before), `the neighbour has lost something: ${after}`)
  } finally {
    await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
  }
  return tally
}

/** Exports a project until both workers have some of it on their disks. */
async function fillFolders(world: World, tenant: DeletedTenant, project: TenantProject, folders: readonly string[]) {
  for (;;) {
    await makeExport(world, tenant.key, project, 'ended')
    const remains = await findRemains(world, project.words, folders)
    if (folders.every((_, worker) => remains.some((one) => one.startsWith(diskName(worker))))) return
  }
}

/** Jobs of every kind and in every state. */
async function fillProjects(world: World, { key }: DeletedTenant, projects: TenantProject[], hanging: TenantProject) {
  const [first, second] = projects as [TenantProject, TenantProject]
  await Promise.all([
    makeExport(world, key, first, 'ended'),
    makeExport(world, key, first, 'ended', 'no-such-ref'),
    makeExport(world, key, hanging, 'cancelled'),
    makeAgentJob(world, key, first, 'ended'),
    makeAgentJob(world, key, first, 'cancelled'),
    makeAgentJob(world, key, second, 'ended'),
  ])
  // Last, so that they are at work when they are deleted.
  await Promise.all([
    makeExport(world, key, hanging, 'running'),
    makeAgentJob(world, key, first, 'running'),
    makeAgentJob(world, key, second, 'running'),
  ])
}

interface Searched {
  words: Words
  folders: readonly string[]
}

/** By the operator's command, which answers at once; the workers do the rest. */
async function remove(
  world: World,
  tally: Tally,
  kind: 'project' | 'organization',
  { words, folders }: Searched,
): Promise<void> {
  const found = new Set((await findRemains(world, words, folders)).map((one) => one.replace(/^[^:]*: /, '')))
  const unseen = [...words.keys()].filter((what) => !found.has(what))
  if (unseen.length > 0) throw new Error(`Not even before the deletion could be found: ${unseen}.`)
  await world.service.admin([kind, 'delete', words.get(kind) ?? ''])
  const remains = await waitUntilGone(world, { words, folders })
  for (const what of words.keys()) {
    const places = remains.filter((one) => one.endsWith(`: ${what}`))
    tally.check(places.length === 0, `after the deletion of the ${kind} there is ${places}`)
  }
}

async function waitUntilGone(world: World, { words, folders }: Searched): Promise<string[]> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const remains = await findRemains(world, words, folders)
    if (remains.length === 0 || Date.now() > deadline) return remains
    await sleep(250)
  }
}

/** How much a tenant has of everything. */
async function describe({ database }: World, { id }: DeletedTenant): Promise<unknown> {
  const { rows } = await database.query(
    `select (select count(*) from project where organization_id = $1) as projects,
       (select count(*) from api_key where organization_id = $1) as keys,
       (select count(*) from membership where organization_id = $1) as members,
       (select count(*) from export where organization_id = $1) as exports,
       (select count(*) from idempotency where organization_id = $1) as answers,
       (select count(*) from job_step where split_part(workflow_id, ':', 1) in (
         select id from export where organization_id = $1 union all select id from agent_job where organization_id = $1
       )) as steps`,
    [id],
  )
  return rows[0]
}

function writeSite({ folder }: World, words: Words): string {
  const site = join(folder, 'deletion-site')
  mkdirSync(site, { recursive: true })
  const settings = { name: 'Site', theme: 'mint', colors: { primary: '#0f766e' }, navigation: { pages: ['index'] } }
  writeFileSync(join(site, 'docs.json'), JSON.stringify(settings))
  writeFileSync(join(site, 'index.mdx'), `---\ntitle: Index\n---\n\nIt says ${coin(words, 'page of the site')}.\n`)
  return site
}
