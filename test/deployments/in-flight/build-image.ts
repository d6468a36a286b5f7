import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The commit that an upgrade starts from. */
export interface EarlierCommit {
  commit: string
  image: string
}

/**
 * Rejects a commit with another `applicationVersion`: until the first release, jobs in flight are promised to survive an
 * upgrade only between commits whose workflows have the same steps.
 */
export async function findEarlierCommit(root: string, ref: string): Promise<EarlierCommit> {
  const git = async (...args: string[]) => (await execute('git', ['-C', root, ...args])).stdout.trim()
  const commit = await git('rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`)
  const settings = 'packages/server/src/engine/settings.ts'
  const before = readApplicationVersion(await git('show', `${commit}:${settings}`))
  const now = readApplicationVersion(await readFile(join(root, settings), 'utf8'))
  if (before !== now) {
    const cause = `its workflows have the application version ${before}, those of the work tree ${now}`
    throw new Error(`Jobs in flight cannot be upgraded from ${ref}: ${cause}. Name a later commit.`)
  }
  return { commit, image: `bindery:commit-${commit.slice(0, 12)}` }
}

function readApplicationVersion(settings: string): string {
  const version = /applicationVersion = '([^']+)'/.exec(settings)?.[1]
  if (version === undefined) throw new Error('engine/settings.ts names no applicationVersion.')
  return version
}

/** Builds the commit with its own sources and its own Dockerfile, once for each engine. */
export async function buildEarlierImage(root: string, { commit, image }: EarlierCommit): Promise<void> {
  if (await hasImage(image)) return
  console.log(`      building ${image} …`)
  await inFolder(async (folder) => {
    await execute('bash', ['-ec', 'git -C "$0" archive "$1" | tar --extract --directory "$2"', root, commit, folder])
    // Both lines need BuildKit, and the first also needs a registry.
    const edits = ['-e', '/^# syntax=/d', '-e', 's/--mount=type=cache,target=[^ ]* //']
    await execute('sed', ['--in-place', ...edits, join(folder, 'deploy/image/Dockerfile')])
    await build(folder, image)
  })
}

/** Builds what is committed. Compose leaves the layers in the engine's cache. */
export async function buildPresentImage(root: string): Promise<void> {
  console.log('      building the image of the work tree …')
  await inFolder(async (folder) => {
    await execute('git', ['clone', '--quiet', '--no-hardlinks', root, folder])
    await execute('deploy/compose/setup', [], { cwd: folder })
    await execute('docker', ['compose', 'build', '--quiet', 'migrate'], { cwd: folder, maxBuffer: 64 * 1024 ** 2 })
  })
}

async function build(folder: string, image: string): Promise<void> {
  const env = { ...process.env, DOCKER_BUILDKIT: '0' }
  const args = ['build', '--quiet', '--file', 'deploy/image/Dockerfile', '--tag', image, '.']
  await execute('docker', args, { cwd: folder, env, maxBuffer: 64 * 1024 ** 2 })
}

async function hasImage(image: string): Promise<boolean> {
  return execute('docker', ['image', 'inspect', image]).then(
    () => true,
    () => false,
  )
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-image-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
