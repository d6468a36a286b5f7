import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const maxBuffer = 64 * 1024 * 1024

/** The steps of the Dockerfile's first stage: what .dockerignore lets through, and the same script. */
export async function assembleTree(root: string, room: string): Promise<string> {
  const [source, app] = [join(room, 'source'), join(room, 'app')]
  for (const file of await listContext(root)) {
    await mkdir(dirname(join(source, file)), { recursive: true })
    await copyFile(join(root, file), join(source, file))
  }
  await execute('deploy/image/assemble', [app], { cwd: source, maxBuffer })
  return app
}

async function listContext(root: string): Promise<string[]> {
  const { stdout: all } = await execute('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer,
  })
  const rules = `core.excludesFile=${join(root, '.dockerignore')}`
  const judge = spawn('git', ['-c', rules, 'check-ignore', '--no-index', '--stdin'], { cwd: root })
  judge.stdin.end(all)
  const [ignored] = await Promise.all([text(judge.stdout), once(judge, 'close')])
  const left = new Set(ignored.split('\n'))
  return all.split('\n').filter((file) => file !== '' && !left.has(file))
}
