import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The release that people upgrade from. */
export const oldRelease = { version: '0.1.0', commit: '14a0a50', image: 'bindery:release-0.1.0' }

/** From its own sources and its own Dockerfile, once on an engine. */
export async function buildOldImage(root: string): Promise<void> {
  const { commit, image } = oldRelease
  if (await hasImage(image)) return
  await inRoom(async (room) => {
    await execute('bash', ['-ec', 'git -C "$0" archive "$1" | tar --extract --directory "$2"', root, commit, room])
    // Both want BuildKit, and the first of them a registry besides.
    const edits = ['-e', '/^# syntax=/d', '-e', 's/--mount=type=cache,target=[^ ]* //']
    await execute('sed', ['--in-place', ...edits, join(room, 'deploy/image/Dockerfile')])
    await build(room, image)
  })
}

/** Of what is committed. By compose, whose layers stay in the engine's cache when it ends. */
export async function buildPresentImage(root: string): Promise<void> {
  await inRoom(async (room) => {
    await execute('git', ['clone', '--quiet', '--no-hardlinks', root, room])
    await execute('deploy/compose/setup', [], { cwd: room })
    await execute('docker', ['compose', 'build', '--quiet', 'migrate'], { cwd: room, maxBuffer: 64 * 1024 ** 2 })
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

async function inRoom(work: (folder: string) => Promise<void>): Promise<void> {
  const room = await mkdtemp(join(tmpdir(), 'bindery-image-'))
  try {
    await work(room)
  } finally {
    await rm(room, { recursive: true, force: true })
  }
}
