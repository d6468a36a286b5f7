import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listSites, type Site } from '../conformance/list-sites.ts'
import { buildSite } from './build-site.ts'
import { type Digests, listDiffering } from './hash-files.ts'
import { recordSites, type SiteRecord } from './record-sites.ts'

/**
 * `npm run identity [-- --corpora DIR] [--sites NAME,NAME]`: builds each site twice, with different processes, time zone,
 * language and folder; every file must be the same.
 *
 * `--write FILE` records the files of `bindery build` and of a first export through the service, and `--against FILE` compares
 * them with a record that was made before a change.
 */
const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    sites: { type: 'string' },
    write: { type: 'string' },
    against: { type: 'string' },
  },
})

const settings = [
  { folder: 'one', processes: 1, env: { TZ: 'UTC', LC_ALL: 'C' } },
  { folder: 'another/and/deeper', processes: 4, env: { TZ: 'Pacific/Auckland', LC_ALL: 'tr_TR.UTF-8' } },
] as const

let differing = 0
let files = 0
const sites = await listSites(values)
if (values.write || values.against) await recordAndCompare()
else for (const site of sites) report(site.name, ...(await buildTwice(site)))
console.log(JSON.stringify({ sites: sites.length, files, differing }))
if (differing > 0 || files === 0) process.exitCode = 1

async function recordAndCompare(): Promise<void> {
  const records = await recordSites(sites)
  if (values.write) await writeFile(values.write, JSON.stringify(records))
  const before: Record<string, SiteRecord> = values.against
    ? JSON.parse(await readFile(values.against, 'utf8'))
    : records
  for (const [name, { build, export: exported }] of Object.entries(records)) {
    report(`${name}, build`, before[name]?.build ?? {}, build)
    report(`${name}, export`, before[name]?.export ?? {}, exported)
  }
}

function report(name: string, first: Digests, second: Digests): void {
  const different = listDiffering(first, second)
  const count = Object.keys({ ...first, ...second }).length
  console.log(`${name.padEnd(20)} ${String(count).padStart(6)} files  ${different.length} differing`)
  for (const path of different.slice(0, 10)) console.log(`    ${path}`)
  differing += different.length
  files += count
}

async function buildTwice(site: Site): Promise<[Digests, Digests]> {
  const work = await mkdtemp(join(tmpdir(), 'bindery-identity-'))
  const build = async ({ folder, processes, env }: (typeof settings)[number]) => {
    const root = await site.unpack(join(work, folder, site.name))
    return buildSite(root, join(work, folder, `${site.name}.site`), { processes, env })
  }
  try {
    console.log(`${site.name} …`)
    return [await build(settings[0]), await build(settings[1])]
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
