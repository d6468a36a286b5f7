import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDemoSite } from '../../../../../../deploy/local/make-demo-site.ts'
import { smallSite } from '../../../../testing/sites.ts'
import { type ExportBench, openExportBench } from '../../../../testing/workflows/export-bench.ts'
import { openWorkerHost, type WorkerHost } from '../../../../testing/workflows/open-worker-host.ts'
import { beginExport, type ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { failExport } from '../../../core/exports/run/fail-export.ts'
import { findProjectSource, recordProjectSource } from '../../../core/exports/run/project-source.ts'
import { makeId } from '../../../core/make-id.ts'
import { snapshotPrefix, sourcePrefix } from '../../../storage/object-keys.ts'
import { openSource } from '../../worker/source/open-source.ts'
import { sourceEntry } from '../../worker/source/stored-snapshot.ts'
import { renderPages } from '../chunks/render-pages.ts'
import { fetchExportSource } from './fetch-export-source.ts'
import { planExport } from './plan-export.ts'

const pages = 120
const volume = 'library/shelf-2-volume-3.mdx'
const { signal } = new AbortController()

let bench: ExportBench
let organization: string
let host: WorkerHost
let other: WorkerHost

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  host = await openWorkerHost(bench, 'host')
  other = await openWorkerHost(bench, 'other')
})
afterAll(async () => {
  await host[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
  await bench.close()
})

async function makeSite() {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  makeDemoSite(folder, pages, smallSite)
  return { folder, project: await bench.addProject(organization, bench.addRepository(folder)) }
}

const push = async ({ folder, project }: { folder: string; project: string }) =>
  bench.database.db
    .updateTable('project')
    .set({ repository: bench.addRepository(folder) })
    .where('id', '=', project)
    .execute()

async function begin(project: string): Promise<ExportOrder> {
  const id = makeId('export')
  const row = { id, organization_id: organization, project_id: project, domain: 'docs.example.com' }
  await bench.database.db.insertInto('export').values(row).execute()
  return await beginExport(bench.database.db, id)
}

const fetchOn = ({ context }: WorkerHost, order: ExportOrder) => fetchExportSource(context, order, signal, () => {})
const end = ({ exportId }: ExportOrder) =>
  failExport(bench.database.db, exportId, { code: 'internal_error', message: 'Ended.' })

/** Objects of a project's sources with their sizes. */
async function listSources(project: string): Promise<Map<string, number>> {
  const keys = await Array.fromAsync(bench.store.list(sourcePrefix(organization, project)))
  return new Map(await Promise.all(keys.map(async (key) => [key, (await bench.store.head(key))?.bytes ?? 0] as const)))
}

const added = (before: Map<string, number>, after: Map<string, number>) =>
  [...after].filter(([key]) => !before.has(key)).map(([key, bytes]) => ({ kind: key.split('/').at(-2), bytes }))

test('of a changed page the bucket gets its content and a list; of an unchanged site nothing', async () => {
  const site = await makeSite()
  await fetchOn(host, await begin(site.project))
  const first = await listSources(site.project)
  await appendFile(join(site.folder, volume), '\nOne sentence more.\n')
  await push(site)
  host.takeRead()
  const { snapshot } = await fetchOn(host, await begin(site.project))
  const second = await listSources(site.project)
  const { size } = await readFile(join(site.folder, volume)).then(({ length: size }) => ({ size }))
  const [list, pack] = added(first, second).sort((a, b) => String(a.kind).localeCompare(String(b.kind)))
  expect([list, pack]).toMatchObject([{ kind: 'list' }, { kind: 'pack' }])
  expect(pack?.bytes).toBeLessThanOrEqual(size)
  // The list of the source before, and nothing of its packs.
  expect(host.takeRead().keys.map((key) => key.split('/').at(-2))).toEqual(['list'])
  expect(await fetchOn(host, await begin(site.project))).toMatchObject({ snapshot: { key: snapshot.key } })
  expect(await listSources(site.project)).toEqual(second)
  expect(await Array.fromAsync(bench.store.list(snapshotPrefix(organization, site.project)))).toEqual([])
})

test('the folder of a source becomes that of the next, unless an export may still read it', async () => {
  const site = await makeSite()
  const isHere = (files: string | undefined) => {
    using found = host.context.cache.find(sourceEntry(sourcePrefix(organization, site.project), files ?? ''))
    return found !== undefined
  }
  const fetchChanged = async () => {
    await appendFile(join(site.folder, volume), '\nOne sentence more.\n')
    await push(site)
    const order = await begin(site.project)
    const { snapshot } = await fetchOn(host, order)
    using root = await openSource(host.context, order, snapshot)
    expect(await readFile(join(root.path, volume), 'utf8')).toBe(await readFile(join(site.folder, volume), 'utf8'))
    return { order, snapshot }
  }
  const first = await fetchChanged()
  const second = await fetchChanged()
  expect([first, second].map(({ snapshot }) => isHere(snapshot.files))).toEqual([true, true])
  await end(first.order)
  await end(second.order)
  const third = await fetchChanged()
  expect([second, third].map(({ snapshot }) => isHere(snapshot.files))).toEqual([false, true])
  {
    using _held = await openSource(host.context, third.order, third.snapshot)
    await end(third.order)
    await fetchChanged()
    expect(isHere(third.snapshot.files)).toBe(true)
  }
  // Whoever needs it all the same gets it from the bucket.
  using root = await openSource(host.context, second.order, second.snapshot)
  expect(await readFile(join(root.path, volume), 'utf8')).not.toBe(await readFile(join(site.folder, volume), 'utf8'))
})

test('a host that has nothing of a source reads what a chunk needs, and makes the same pack of it', async () => {
  const site = await makeSite()
  const order = await begin(site.project)
  const source = await fetchOn(host, order)
  const plan = await planExport(host.context, order, source, signal)
  const { exportId, organizationId, projectId } = order
  const chunk = {
    ...{ exportId, organizationId, projectId, index: 0, range: { from: 20, to: 24 } },
    ...{ earlier: [], earlierTraces: {} },
  }
  const ordered = { ...chunk, snapshot: source.snapshot, plan, readsOwnFiles: true }
  const here = await renderPages(host.context, ordered, signal)
  other.takeRead()
  const there = await renderPages(other.context, ordered, signal)
  expect(there).toEqual(here)
  const some = other.takeRead().bytes
  using root = await openSource(other.context, order, source.snapshot)
  expect(await readFile(join(root.path, volume), 'utf8')).toBe(await readFile(join(site.folder, volume), 'utf8'))
  const packs = [...(await listSources(site.project))].filter(([key]) => key.includes('/pack/'))
  expect(some).toBeLessThan(packs.reduce((sum, [, bytes]) => sum + bytes, 0))
})

test('a page that imports another page is rendered on any host', async () => {
  const site = await makeSite()
  const imported = 'library/shelf-5-volume-1.mdx'
  const file = join(site.folder, volume)
  await writeFile(file, `---\ntitle: Imports\n---\nimport Other from '/${imported}'\n\n<Other />\n`)
  await push(site)
  const order = await begin(site.project)
  const source = await fetchOn(host, order)
  const plan = await planExport(host.context, order, source, signal)
  using opened = await host.context.readPlan(order, plan)
  const from = opened.pages.findIndex((page) => page.file === volume)
  const { exportId, organizationId, projectId } = order
  const chunk = {
    ...{ exportId, organizationId, projectId, index: 0, range: { from, to: from + 1 } },
    ...{ earlier: [], earlierTraces: {} },
  }
  const ordered = { ...chunk, snapshot: source.snapshot, plan, readsOwnFiles: true }
  const here = await renderPages(host.context, ordered, signal)
  other.takeRead()
  expect(await renderPages(other.context, ordered, signal)).toEqual(here)
  // Once for the page alone, and then for the whole source.
  expect(other.takeRead().keys.filter((key) => key === source.snapshot.key)).toHaveLength(2)
})

test('what an export stores after its end is not the source of the project', async () => {
  const { project } = await makeSite()
  const order = await begin(project)
  await fetchOn(host, order)
  const before = await findProjectSource(bench.database.db, project)
  await end(order)
  const late = { listKey: 'late', listSha256: 'late', files: 'late', packs: ['late'], begunAt: undefined }
  await expect(recordProjectSource(bench.database.db, order.exportId, late)).rejects.toMatchObject({
    name: 'StaleExport',
  })
  expect(await findProjectSource(bench.database.db, project)).toEqual(before)
})

test('a source that began a week ago is stored anew: what an author has removed is gone', async () => {
  const site = await makeSite()
  const first = await fetchOn(host, await begin(site.project))
  await bench.database.pool.query(
    `update project_source set begun_at = now() - interval '8 days' where project_id = $1`,
    [site.project],
  )
  await appendFile(join(site.folder, volume), '\nOne sentence more.\n')
  await push(site)
  const next = await fetchOn(host, await begin(site.project))
  const { packs } = (await findProjectSource(bench.database.db, site.project)) ?? {}
  const before = await listSources(site.project)
  expect(next.snapshot.key).not.toBe(first.snapshot.key)
  expect(packs).toHaveLength(1)
  expect([...before.keys()].filter((key) => key.includes('/pack/'))).toHaveLength(2)
})
