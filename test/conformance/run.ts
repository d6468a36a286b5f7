import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addUp, type Figures, printFigures } from './figures.ts'
import { listSites } from './list-sites.ts'
import { measureSite } from './measure-site.ts'

/**
 * `npm run conformance [-- --corpora DIR] [--sites NAME,NAME]`: builds the small sites of this repository and every
 * archive of a folder with the command that an author would use, and counts what came out from the report of each.
 */
const { values } = parseArgs({ options: { corpora: { type: 'string' }, sites: { type: 'string' } } })

const leastShare = 0.995
const work = await mkdtemp(join(tmpdir(), 'bindery-conformance-'))
try {
  const sites: Figures[] = []
  for (const { name, unpack } of await listSites(values)) {
    console.log(`${name} …`)
    const root = await unpack(join(work, name))
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
