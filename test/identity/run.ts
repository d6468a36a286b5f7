import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { listSites, type Site } from '../conformance/list-sites.ts'
import { hashFiles } from './hash-files.ts'

/**
 * `npm run identity [-- --corpora DIR] [--sites NAME,NAME]`: builds each site twice, and everything around the second
 * build is different but the content; every file must come out the same.
 */
const { values } = parseArgs({ options: { corpora: { type: 'string' }, sites: { type: 'string' } } })

const command = resolve(import.meta.dirname, '../../packages/cli/dist/main.js')
const settings = [
  { folder: 'one', processes: 1, env: { TZ: 'UTC', LC_ALL: 'C' } },
  { folder: 'another/and/deeper', processes: 4, env: { TZ: 'Pacific/Auckland', LC_ALL: 'tr_TR.UTF-8' } },
] as const

let differing = 0
let files = 0
const sites = await listSites(values)
for (const site of sites) {
  console.log(`${site.name} …`)
  const [first, second] = await buildTwice(site)
  const paths = new Set([...first.keys(), ...second.keys()])
  const different = [...paths].filter((path) => first.get(path) !== second.get(path)).sort()
  console.log(`${site.name.padEnd(12)} ${String(paths.size).padStart(6)} files  ${different.length} differing`)
  for (const path of different.slice(0, 10)) console.log(`    ${path}`)
  differing += different.length
  files += paths.size
}
console.log(JSON.stringify({ sites: sites.length, files, differing }))
if (differing > 0 || files === 0) process.exitCode = 1

async function buildTwice(site: Site): Promise<[Map<string, string>, Map<string, string>]> {
  const work = await mkdtemp(join(tmpdir(), 'bindery-identity-'))
  try {
    return [await build(site, work, settings[0]), await build(site, work, settings[1])]
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function build(site: Site, work: string, { folder, processes, env }: (typeof settings)[number]) {
  const root = await site.unpack(join(work, folder, site.name))
  const out = join(work, folder, `${site.name}.site`)
  execFileSync(
    process.execPath,
    [command, 'build', root, '--assets', 'link', '--out', out, '--processes', String(processes), '--json'],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  return hashFiles(out)
}
