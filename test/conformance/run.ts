import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addUp, type Figures, printFigures } from './figures.ts'
import { measureSite } from './measure-site.ts'
import { unpackCorpus } from './unpack-corpus.ts'

/**
 * `npm run conformance -- --corpora DIR`: builds every archive of a folder, and the small sites of this repository, with
 * the command that an author would use, and counts what came out from the report of each.
 */
const { values } = parseArgs({ options: { corpora: { type: 'string' }, only: { type: 'string' } } })

const leastShare = 0.995
const repository = resolve(import.meta.dirname, '../..')
const work = await mkdtemp(join(tmpdir(), 'bindery-conformance-'))
try {
  const sites: Figures[] = []
  for (const { name, root } of await listSites()) {
    const figures = await measureSite(name, root, join(work, `${name}.site`))
    printFigures(figures)
    sites.push(figures)
  }
  const all = addUp(sites)
  printFigures(all)
  console.log(JSON.stringify({ sites: Object.fromEntries(sites.map(({ name, ...rest }) => [name, rest])), all }))
  if (all.failed > 0 || all.renderedShare < leastShare) process.exitCode = 1
} finally {
  await rm(work, { recursive: true, force: true })
}

async function listSites(): Promise<{ name: string; root: string }[]> {
  const own = [
    { name: 'components', root: join(repository, 'packages/site/fixtures/components') },
    { name: 'docs', root: join(repository, 'docs') },
  ]
  const archives = values.corpora ? await readdir(values.corpora) : []
  const unpacked = []
  for (const archive of archives.filter((name) => name.endsWith('.tar.gz')).sort()) {
    const name = basename(archive, '.tar.gz')
    if (values.only && values.only !== name) continue
    unpacked.push({ name, root: await unpackCorpus(join(values.corpora ?? '', archive), join(work, name)) })
  }
  return [...own.filter(({ name }) => !values.only || values.only === name), ...unpacked]
}
