import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDemoSite } from '../../../../../../deploy/local/make-demo-site.ts'
import { smallSite } from '../../../../testing/sites.ts'
import { type ExportBench, type ExportRow, openExportBench } from '../../../../testing/workflows/export-bench.ts'
import { exportPrefix } from '../../../storage/object-keys.ts'
import { startWorker, type Worker } from '../../start-worker.ts'

const pages = 60
let bench: ExportBench
let worker: Worker
let organization: string

beforeAll(async () => {
  bench = await openExportBench()
  organization = await bench.addOrganization()
  worker = await startWorker(bench.workerDeps)
})

afterAll(async () => {
  await worker.stop()
  await bench.close()
})

/** Exports a site, changes it, and exports it twice more: in its project, and in another that has nothing to reuse. */
async function exportChanged(
  change: (folder: string) => Promise<void>,
  { vanished = 0, prepare = async (_folder: string) => {} } = {},
) {
  const folder = await mkdtemp(join(bench.folder, 'site-'))
  makeDemoSite(folder, pages, smallSite)
  await prepare(folder)
  const project = await bench.addProject(organization, bench.addRepository(folder))
  const first = await bench.waitForEnd(await bench.startExport(organization, project))
  expect(first).toMatchObject({ status: 'completed', pages_rendered: first.total_pages, pages_reused: 0 })
  await change(folder)
  const changed = bench.addRepository(folder)
  await bench.workerDeps.db.updateTable('project').set({ repository: changed }).where('id', '=', project).execute()
  const second = await bench.waitForEnd(await bench.startExport(organization, project))
  const other = await bench.addProject(organization, changed)
  const cold = await bench.waitForEnd(await bench.startExport(organization, other))
  expect(cold.pages_reused).toBe(0)
  expect(second.bundle_sha256).toBe(cold.bundle_sha256)
  // Only a project with an earlier export can have lost an address.
  expect(second.warnings).toBe(cold.warnings + vanished)
  expect(second.page_count).toBe(cold.page_count)
  await expectReferences(second, first)
  return second
}

/** What is the same lies where the first export has put it; the second has stored no copy of it. */
async function expectReferences(second: ExportRow, first: ExportRow): Promise<void> {
  const { rows } = await bench.database.pool.query(
    `select split_part(pack_key, '/', 4) as home from export_chunk where export_id = $1`,
    [second.id],
  )
  const opened = await countOpenedChunks(second.id)
  expect(rows.filter(({ home }) => home === first.id)).toHaveLength(rows.length - opened)
  const own = await Array.fromAsync(bench.store.list(`${exportPrefix(organization, second.id)}chunk/`))
  expect(own.filter((key) => key.endsWith('/pack'))).toHaveLength(opened)
}

/** Chunks of which nothing changed are referred to; only the others are work for the engine. */
async function countOpenedChunks(exportId: string): Promise<number> {
  const text = `select count(*)::int as chunks from dbos.workflow_status where workflow_uuid like $1`
  const { rows } = await bench.database.pool.query(text, [`${exportId}:c%`])
  return rows[0].chunks
}

const edit = (file: string, change: (text: string) => string) => async (folder: string) => {
  const path = join(folder, file)
  await writeFile(path, change(await readFile(path, 'utf8')))
}
const volume = 'library/shelf-2-volume-3.mdx'

test('of an unchanged site nothing is rendered, and the bundle is the same', async () => {
  const second = await exportChanged(async () => {})
  expect(second).toMatchObject({ pages_rendered: 0, pages_reused: second.total_pages })
  expect(await countOpenedChunks(second.id)).toBe(0)
})

test('of a site with one changed page that one is rendered, and the bundle is the one of a cold export', async () => {
  const second = await exportChanged(edit(volume, (text) => `${text}\nOne sentence more.\n`))
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
  expect(await countOpenedChunks(second.id)).toBe(1)
})

const picture = (words: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${words}</title></svg>`
const withPictures = async (folder: string) => {
  await writeFile(join(folder, 'tide.svg'), picture('high'))
  await writeFile(join(folder, 'mark.svg'), picture('old'))
  await edit(volume, (text) => `${text}\n![The tide](/tide.svg)\n`)(folder)
  await edit('docs.json', (text) => JSON.stringify({ ...JSON.parse(text), logo: '/mark.svg' }))(folder)
}

test('another picture renders the page that shows it, and opens no chunk beside', async () => {
  const second = await exportChanged(
    edit('tide.svg', () => picture('low')),
    { prepare: withPictures },
  )
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
  expect(await countOpenedChunks(second.id)).toBe(1)
})

test('another logo lays out every page', async () => {
  const second = await exportChanged(
    edit('mark.svg', () => picture('new')),
    { prepare: withPictures },
  )
  expect(second).toMatchObject({ pages_rendered: 0, pages_reused: second.total_pages })
  expect(await countOpenedChunks(second.id)).toBeGreaterThan(1)
})

test('a group of the navigation with another name lays out the pages that show it, and renders none', async () => {
  const second = await exportChanged(edit('docs.json', (text) => text.replace('"Shelf 2"', '"Second shelf"')))
  expect(second).toMatchObject({ pages_rendered: 0, pages_reused: second.total_pages })
  expect(await countOpenedChunks(second.id)).toBeGreaterThan(0)
})

test('chunks of pages around which nothing changed are referred to, though the navigation has', async () => {
  const withTab = (group: string) => (text: string) => {
    const { navigation, ...others } = JSON.parse(text)
    const tabs = [
      { tab: 'Library', ...navigation },
      { tab: 'Cellar', groups: [{ group, pages: ['cellar/a', 'cellar/b'] }] },
    ]
    return JSON.stringify({ ...others, navigation: { tabs } })
  }
  const addTab = async (folder: string) => {
    await mkdir(join(folder, 'cellar'))
    for (const name of ['a', 'b']) await writeFile(join(folder, `cellar/${name}.mdx`), `---\ntitle: ${name}\n---\n`)
    await edit('docs.json', withTab('Barrels'))(folder)
  }
  const second = await exportChanged(
    edit('docs.json', (text) => text.replace('Barrels', 'Bottles')),
    { prepare: addTab },
  )
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
        { language: 'en', groups: [...navigation.groups, { group: 'More', pages: pagesOf('en') }] },
        { language: 'fr', groups: [{ group: 'Plus', pages: pagesOf('fr') }] },
      ]
      return JSON.stringify({ ...others, navigation: { languages } })
    }
    await edit('docs.json', separate)(folder)
  }
  const second = await exportChanged(
    edit('fr/b.mdx', (text) => `${text}\nUne phrase de plus.\n`),
    { prepare: addLanguages },
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
  const remove = async (folder: string) => {
    await rm(join(folder, volume))
    await edit('docs.json', (text) => text.replace(`"${volume.replace('.mdx', '')}",`, ''))(folder)
  }
  const second = await exportChanged(remove, { vanished: 1 })
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
})

test('a renamed page leaves the index of the search, and stands in it under its new address', async () => {
  const other = 'library/a-volume-elsewhere'
  const move = async (folder: string) => {
    await rename(join(folder, volume), join(folder, `${other}.mdx`))
    await edit('docs.json', (text) => text.replace(`"${volume.replace('.mdx', '')}"`, `"${other}"`))(folder)
  }
  const second = await exportChanged(move, { vanished: 1 })
  expect(second.pages_reused).toBeGreaterThan(0)
})

test('a page that is to be in no index leaves the sitemap, the search and the files for programs', async () => {
  const second = await exportChanged(edit(volume, (text) => text.replace(/^title: /m, 'noindex: true\ntitle: ')))
  expect(second.pages_reused).toBeGreaterThan(0)
})

test('another description of a page stands in the files for programs', async () => {
  const second = await exportChanged(edit(volume, (text) => text.replace(/^title: /m, 'description: Anew\ntitle: ')))
  expect(second.pages_reused).toBeGreaterThan(0)
})

test('another entry of a changelog stands in its feed', async () => {
  const entry = (label: string) => `\n<Update label="${label}">\n  What is new in ${label}.\n</Update>\n`
  const second = await exportChanged(
    edit(volume, (text) => `${text}${entry('May 2026')}`),
    { prepare: edit(volume, (text) => `${text}${entry('April 2026')}`) },
  )
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
})

test('a changed page with sections enough to move those of all pages after it', async () => {
  const sections = Array.from({ length: 12 }, (_, n) => `\n## Section ${n}\n\nThe words of ${n}.\n`).join('')
  const second = await exportChanged(edit(volume, (text) => `${text}${sections}`))
  expect(second).toMatchObject({ pages_rendered: 1, pages_reused: second.total_pages! - 1 })
})

test('pages of several chunks that change at once', async () => {
  const second = await exportChanged(async (folder) => {
    for (const name of ['shelf-0-volume-1', 'shelf-1-volume-2', 'shelf-2-volume-3']) {
      const file = join('library', `${name}.mdx`)
      if (existsSync(join(folder, file))) await edit(file, (text) => `${text}\nA lighthouse of ${name}.\n`)(folder)
    }
  })
  expect(second.pages_rendered).toBeGreaterThan(1)
})
