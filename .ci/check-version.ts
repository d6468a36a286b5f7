/**
 * The version of Bindery and the address of its repository are in package.json of this folder. Everything that repeats them is
 * compared with it: `node .ci/check-version.ts` reports what differs, and with `--write` makes it follow.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

interface Manifest {
  version: string
  private?: boolean
  repository?: { type: string; url: string; directory?: string }
  dependencies?: Record<string, string>
}

interface Place {
  file: string
  /** The text as it has to be. */
  follow(text: string): string
}

const root = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const folders = [...readdirSync('packages').map((name) => `packages/${name}`), 'test']
const places: Place[] = [
  ...folders.map((folder) => ({
    file: `${folder}/package.json`,
    follow: (text: string) => followManifest(text, folder),
  })),
  { file: 'package-lock.json', follow: followLock },
  {
    file: 'deploy/chart/Chart.yaml',
    follow: (text) => text.replace(/^(version|appVersion): .*$/gm, `$1: ${root.version}`),
  },
  {
    file: 'deploy/image/Dockerfile',
    follow: (text) => text.replace(/^ARG VERSION=.*$/gm, `ARG VERSION=${root.version}`),
  },
]

const differing = places.filter(({ file, follow }) => {
  const text = readFileSync(file, 'utf8')
  return follow(text) !== text
})
if (process.argv.includes('--write')) {
  for (const { file, follow } of differing) writeFileSync(file, follow(readFileSync(file, 'utf8')))
} else if (differing.length > 0) {
  const files = differing.map(({ file }) => file).join(', ')
  console.error(
    `Not at version ${root.version} of package.json: ${files}. To change them: node .ci/check-version.ts --write`,
  )
  process.exitCode = 1
}

function followManifest(text: string, directory: string): string {
  const manifest = JSON.parse(text) as Manifest
  setVersion(manifest)
  if (!manifest.private && root.repository) manifest.repository = { ...root.repository, directory }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

function followLock(text: string): string {
  const lock = JSON.parse(text) as Manifest & { packages: Record<string, Manifest> }
  lock.version = root.version
  for (const folder of ['', ...folders]) {
    const entry = lock.packages[folder]
    if (entry) setVersion(entry)
  }
  return `${JSON.stringify(lock, undefined, 2)}\n`
}

/** Packages of one release fit together: each depends on exactly its own version of the others. */
function setVersion(manifest: Manifest): void {
  manifest.version = root.version
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (name.startsWith('@bindery/') && manifest.dependencies) manifest.dependencies[name] = root.version
  }
}
