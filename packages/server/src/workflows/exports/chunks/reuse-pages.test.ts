import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDemoSite } from '../../../../../../deploy/local/make-demo-site.ts'
import { smallSite } from '../../../../testing/sites.ts'
import { type ExportBench, type ExportRow, openExportBench } from '../../../../testing/workflows/export-bench.ts'
import { exportPrefix } from '../../../storage/object-keys.ts'
import { startWorker, type Worker } from '../../start-worker.ts'

const pages = 48
let bench: ExportBench
let worker: Worker
let organization: string

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  worker = await startWorker({ ...bench.workerDeps, cores: 1 })
})

afterAll(async () => {
  await worker.stop()
  await bench.close()
})

interface Base {
  folder: string
  project: string
  first: ExportRow
}

/** What the last case has exported from nothing. It is the export before for the next case, whatever it changes. */
let latest: Base | undefined

async function exportFromNothing(folder: string, repository = bench.addRepository(folder)): Promise<Base> {
  const project = await bench.addProject(organization, repository)
  const first = await bench.waitForEnd(await bench.startExport(organization, project))
  expect(first).toMatchObject({ status: 'completed', pages_rendered: first.total_pages, pages_reused: 0 })
  return { folder, project, first }
}

async function makeBase(prepare = async (_folder: string) => {}): Promise<Base> {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  makeDemoSite(folder, pages, smallSite)
  await addParts(folder)
  await prepare(folder)
  return exportFromNothing(folder)
}

/** Changes a site that was exported, and exports it twice more: in its project, and in another that has nothing to reuse. */
async function exportChanged(
  change: (folder: string) => Promise<void>,
  { vanished = 0, base }: { vanished?: number; base?: Base } = {},
) {
  const { folder, project, first } = base ?? latest ?? (await makeBase())
  // A case that fails leaves the next one a site of its own.
  if (!base) latest = undefined
  await change(folder)
  const changed = bench.addRepository(folder)
  await bench.workerDeps.db.updateTable('project').set({ repository: changed }).where('id', '=', project).execute()
  const second = await bench.waitForEnd(await bench.startExport(organization, project))
  const cold = await exportFromNothing(folder, changed)
  expect(second.bundle_sha256).toBe(cold.first.bundle_sha256)
  // Only a project with an earlier export can have lost an address.
  expect(second.warnings).toBe(cold.first.warnings + vanished)
  expect(second.page_count).toBe(cold.first.page_count)
  await expectReferences(second, first)
  if (!base) latest = cold
  return second
}

/** What is the same lies where the first export has put it; the second has stored no copy of it. */
async function expectReferences(second: ExportRow, first: ExportRow): Promise<void> {
  const { rows } = await bench.database.pool.query(`select pack_owner as home from export_chunk where export_id = $1`, [
    second.id,
  ])
  const opened = await countOpenedChunks(second.id)
  expect(rows.filter(({ home }) => home === first.id)).toHaveLength(rows.length - opened)
  const own = await Array.fromAsync(bench.store.list(`${exportPrefix(organization, second.id)}chunk/`))
  expect(own.filter((key) => key.endsWith('/pack'))).toHaveLength(opened)
}

/** Chunks of which nothing changed are referred to; only the others are work for the engine. */
async function countOpenedChunks(exportId: string): Promise<number> {
  const text = `select count(distinct workflow_id)::int as chunks from job_step where workflow_id like $1`
  const { rows } = await bench.database.pool.query(text, [`${exportId}:c%`])
  return rows[0].chunks
}

const edit = (file: string, change: (text: string) => string) => async (folder: string) => {
  const path = join(folder, file)
  await writeFile(path, change(await readFile(path, 'utf8')))
}
const volume = 'library/shelf-2-volume-3.mdx'
const [withChangelog, withPicture] = ['library/shelf-1-volume-5.mdx', 'library/shelf-1-volume-6.mdx']
const picture = (words: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${words}</title></svg>`
const entry = (label: string) => `\n<Update label="${label}">\n  What is new in ${label}.\n</Update>\n`

/** What some cases change: pictures, a changelog, a second tab. */
async function addParts(folder: string): Promise<void> {
  await writeFile(join(folder, 'tide.svg'), picture('high'))
  await writeFile(join(folder, 'mark.svg'), picture('old'))
  await writeFile(join(folder, 'tides.csv'), 'tide\nhigh\n')
  await edit(withPicture, (text) => `${text}\n![The tide](/tide.svg) [All tides](/tides.csv)\n`)(folder)
  await edit(withChangelog, (text) => `${text}${entry('April 2026')}`)(folder)
  await mkdir(join(folder, 'cellar'))
  for (const name of ['a', 'b']) await writeFile(join(folder, `cellar/${name}.mdx`), `---\ntitle: ${name}\n---\n`)
  const separate = ({ navigation, ...others }: { navigation: object }) => {
    const cellar = { tab: 'Cellar', groups: [{ group: 'Barrels', pages: ['cellar/a', 'cellar/b'] }] }
    return { ...others, logo: '/mark.svg', navigation: { tabs: [{ tab: 'Library', ...navigation }, cellar] } }
  }
  await edit('docs.json', (text) => JSON.stringify(separate(JSON.parse(text))))(folder)
}

test('of an unchanged site nothing is rendered, and the bundle is the same', async () => {
  latest ??= await makeBase()
  const { project, first } = latest
  const second = await bench.waitForEnd(await bench.startExport(organization, project))
  const { bundle_sha256, warnings, page_count } = first
  expect(second).toMatchObject({ bundle_sha256, warnings, page_count })
  expect(second).toMatchObject({ pages_rendered: 0, pages_reused: first.total_pages })
  await expectReferences(second, first)
  expect(await countOpenedChunks(second.id)).toBe(0)
})

test('of a site with one changed page that one is rendered, and the bundle is the one of a cold export', async () => {
  const second = await exportChanged(edit(volume, (text) => `${text}\nOne sentence more.\n`))
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
  expect(await countOpenedChunks(second.id)).toBe(1)
})

test('another picture renders the page that shows it, and opens no chunk beside', async () => {
  const second = await exportChanged(edit('tide.svg', () => picture('low')))
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
  expect(await countOpenedChunks(second.id)).toBe(1)
})

test('another file under the address of one that a page links to is in the bundle', async () => {
  const second = await exportChanged(edit('tides.csv', () => 'tide\nflat\n'))
  expect(second).toMatchObject({ pages_rendered: 0, pages_reused: second.total_pages })
})

test('another logo lays out every page', async () => {
  const second = await exportChanged(edit('mark.svg', () => picture('new')))
  expect(second).toMatchObject({ pages_rendered: 0, pages_reused: second.total_pages })
  expect(await countOpenedChunks(second.id)).toBeGreaterThan(1)
})

test('a group of the navigation with another name lays out the pages that show it, and renders none', async () => {
  const second = await exportChanged(edit('docs.json', (text) => text.replace('"Shelf 2"', '"Second shelf"')))
  expect(second).toMatchObject({ pages_rendered: 0, pages_reused: second.total_pages })
  expect(await countOpenedChunks(second.id)).toBeGreaterThan(0)
})

test('chunks of pages around which nothing changed are referred to, though the navigation has', async () => {
  const second = await exportChanged(edit('docs.json', (text) => text.replace('Barrels', 'Bottles')))
  expect(second).toMatchObject({ pages_rendered: 0, pages_reused: second.total_pages })
  expect(await countOpenedChunks(second.id)).toBe(1)
})

test('of a site in two languages one changed page leaves the search of the other as it is', async () => {
  const pagesOf = (language: string) => ['a', 'b', 'c', 'd'].map((name) => `${language}/${name}`)
  const addLanguages = async (folder: string) => {
    for (const language of ['en', 'fr']) {
      await mkdir(join(folder, language))
      for (const page of pagesOf(language)) {
        await writeFile(join(folder, `${page}.mdx`), `---\ntitle: ${page}\n---\n\nThe harbor of ${page}.\n`)
      }
    }
    const separate = (text: string) => {
      const { navigation, ...others } = JSON.parse(text)
      const languages = [
        { language: 'en', groups: [...navigation.tabs[0].groups, { group: 'More', pages: pagesOf('en') }] },
        { language: 'fr', groups: [{ group: 'Plus', pages: pagesOf('fr') }] },
      ]
      return JSON.stringify({ ...others, navigation: { languages } })
    }
    await edit('docs.json', separate)(folder)
  }
  const second = await exportChanged(
    edit('fr/b.mdx', (text) => `${text}\nUne phrase de plus.\n`),
    { base: await makeBase(addLanguages) },
  )
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
})

test('a page with another title is rendered, and those that name it are laid out anew', async () => {
  const second = await exportChanged(edit(volume, (text) => text.replace(/^title: .*$/m, 'title: "Another title"')))
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
})

test('another name and color of the site render every page', async () => {
  const settings = { name: 'Another name', colors: { primary: '#225588' } }
  const change = (text: string) => JSON.stringify({ ...JSON.parse(text), ...settings })
  const second = await exportChanged(edit('docs.json', change))
  expect(second).toMatchObject({ pages_rendered: second.total_pages, pages_reused: 0 })
})

test('an added page is rendered, and those around it are laid out anew', async () => {
  const second = await exportChanged(async (folder) => {
    await cp(join(folder, volume), join(folder, 'library/shelf-2-volume-3a.mdx'))
    const name = volume.replace('.mdx', '')
    await edit('docs.json', (text) => text.replace(`"${name}"`, `"${name}", "${name}a"`))(folder)
  })
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
})

test('a removed page is drawn out of those that link to it', async () => {
  const removed = 'library/shelf-2-volume-9'
  const remove = async (folder: string) => {
    await rm(join(folder, `${removed}.mdx`))
    await edit('docs.json', (text) => text.replace(`"${removed}",`, ''))(folder)
  }
  const second = await exportChanged(remove, { vanished: 1 })
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
})

test('a renamed page leaves the index of the search, and stands in it under its new address', async () => {
  const [before, after] = ['library/shelf-2-volume-12', 'library/a-volume-elsewhere']
  const move = async (folder: string) => {
    await rename(join(folder, `${before}.mdx`), join(folder, `${after}.mdx`))
    await edit('docs.json', (text) => text.replace(`"${before}"`, `"${after}"`))(folder)
  }
  const second = await exportChanged(move, { vanished: 1 })
  expect(second.pages_reused).toBeGreaterThan(0)
})

test('a page that is to be in no index leaves the sitemap, the search and the files for programs', async () => {
  const hide = (text: string) => text.replace(/^title: /m, 'noindex: true\ntitle: ')
  const second = await exportChanged(edit('library/shelf-3-volume-4.mdx', hide))
  expect(second.pages_reused).toBeGreaterThan(0)
})

test('another description of a page stands in the files for programs', async () => {
  const describe = (text: string) => text.replace(/^description: .*$/m, 'description: Anew')
  const second = await exportChanged(edit('library/shelf-3-volume-6.mdx', describe))
  expect(second.pages_reused).toBeGreaterThan(0)
})

test('another entry of a changelog stands in its feed', async () => {
  const second = await exportChanged(edit(withChangelog, (text) => `${text}${entry('May 2026')}`))
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
})

test('a changed page with sections enough to move those of all pages after it', async () => {
  const sections = Array.from({ length: 12 }, (_, n) => `\n## Section ${n}\n\nThe words of ${n}.\n`).join('')
  const second = await exportChanged(edit(volume, (text) => `${text}${sections}`))
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
})

test('pages of several chunks that change at once', async () => {
  const names = ['shelf-1-volume-2', 'shelf-2-volume-3', 'shelf-3-volume-7']
  const second = await exportChanged(async (folder) => {
    for (const name of names) {
      await edit(`library/${name}.mdx`, (text) => `${text}\nA lighthouse of ${name}.\n`)(folder)
    }
  })
  expect(second.pages_rendered).toBe(names.length)
  expect(await countOpenedChunks(second.id)).toBeGreaterThan(1)
})
