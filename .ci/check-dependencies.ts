/**
 * What we ship may carry only licences that let an organization run and pass on the product, and every dependency
 * pays rent: the server's production tree stays within its budget of packages. What is installed is what was tested: the
 * lockfile has the digest of each package.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { checkActions, checkLock } from './check-lock.ts'

const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0', // Font Awesome's icons: attribution stands in the site's licences file.
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1', // Fonts.
  'Python-2.0',
  'Unlicense',
])

/** Production packages a workspace may bring along, ours not counted. */
const budgets: Record<string, number> = {
  '@bindery/server': 150,
  '@bindery/cli': 120,
  '@bindery/host': 10,
  '@bindery/contract': 1,
  '@bindery/client': 0,
}

interface Listed {
  path?: string
  resolved?: string
  dependencies?: Record<string, Listed>
}

const faults: string[] = [...checkLock('package-lock.json'), ...checkActions()]
for (const [workspace, budget] of Object.entries(budgets)) {
  const folders = productionFolders(workspace)
  if (folders.size > budget) faults.push(`${workspace} brings ${folders.size} packages; its budget is ${budget}.`)
  for (const folder of folders) {
    const { name, licence } = readLicence(folder)
    // Where a package offers several, the one that suits us is enough.
    if (!licence.split(' OR ').some((one) => allowedLicences.has(one)))
      faults.push(`${name} (through ${workspace}) has the licence "${licence}".`)
  }
  console.log(`${workspace}: ${folders.size} of ${budget} production packages`)
}
for (const fault of new Set(faults)) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)

function productionFolders(workspace: string): Set<string> {
  const listing = execFileSync('npm', ['ls', '--omit=dev', '--all', '--json', '--long', '-w', workspace], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const found = new Set<string>()
  collect(JSON.parse(listing) as Listed, found)
  return found
}

function collect(node: Listed, found: Set<string>): void {
  for (const child of Object.values(node.dependencies ?? {})) {
    // Only the first mention of one of ours says that it is a folder of this repository.
    const isOurs = child.resolved?.startsWith('file:') || child.path?.includes('node_modules/@bindery/')
    if (child.path?.includes('node_modules') && !isOurs) found.add(child.path)
    collect(child, found)
  }
}

function readLicence(folder: string): { name: string; licence: string } {
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    name: string
    license?: string | { type: string }
  }
  const licence = typeof manifest.license === 'object' ? manifest.license.type : manifest.license
  return { name: manifest.name, licence: (licence ?? 'none').replace(/^\((.*)\)$/, '$1') }
}
