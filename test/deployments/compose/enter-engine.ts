import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** `here`: docker answers as it is. `own`: the engine of `npm run engine` is to be entered. */
export async function openEngine(root: string, onlyCached: boolean): Promise<'here' | 'own' | 'missing'> {
  if (await succeeds('docker', ['info'])) return 'here'
  const cache = process.env.BINDERY_CACHE ?? join(homedir(), '.cache/bindery')
  if (onlyCached && !existsSync(join(cache, 'engine/data/image'))) return 'missing'
  await execute(join(root, 'deploy/local/engine'), ['up'], { maxBuffer: 64 * 1024 ** 2 })
  return 'own'
}

/** The same part again, as a process in the engine's network; what it found is its last line. Then the engine is ended. */
export async function runInEngine(root: string, args: string[]) {
  const engine = join(root, 'deploy/local/engine')
  const command = [process.execPath, join(root, 'test/deployments/run.ts'), '--only', 'compose', ...args]
  const child = spawn(engine, ['run', ...command], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.pipe(process.stdout, { end: false })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
  const during = await listLeft(engine)
  await execute(engine, ['down'])
  const after = await listLeft(engine)
  for (const one of after) console.log(`FAIL  left by the engine: ${one}`)
  // Otherwise the list above could not show anything.
  if (during.length === 0) throw new Error('The engine runs, and nothing of it is seen.')
  const { compose, failed } = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as Found
  return { summary: { ...compose, leftByEngine: after.length }, failed: failed + after.length }
}

interface Found {
  compose: Record<string, unknown>
  failed: number
}

async function listLeft(engine: string): Promise<string[]> {
  return (await execute(engine, ['left'])).stdout.split('\n').filter(Boolean)
}

async function succeeds(command: string, args: string[]): Promise<boolean> {
  return execute(command, args).then(
    () => true,
    () => false,
  )
}
