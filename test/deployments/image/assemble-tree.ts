import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const maxBuffer = 64 * 1024 * 1024

/** The steps of the Dockerfile's first stages: what .dockerignore lets through, and the same scripts. */
export async function assembleTree(root: string, room: string): Promise<string> {
  const [source, app] = [join(room, 'source'), join(room, 'app')]
  const files = await listContext(root)
  const copy = async (file: string) => {
    await mkdir(dirname(join(source, file)), { recursive: true })
    await copyFile(join(root, file), join(source, file))
  }
  const run = (script: string, ...args: string[]) => execute(`deploy/image/${script}`, args, { cwd: source, maxBuffer })
  for (const file of files.filter((one) => isManifest.test(one))) await copy(file)
  await run('install-packages', 'running', app)
  await run('install-packages', 'building')
  for (const file of files) await copy(file)
  await run('assemble', app)
  return app
}

const isManifest = /(?:^|\/)package(?:-lock)?\.json$|^\.npmrc$|install-packages$/

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
