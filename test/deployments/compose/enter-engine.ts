import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runVisibly } from '../run-inside.ts'

const execute = promisify(execFile)

/** `here`: docker answers as it is. `own`: the engine of `npm run engine` is to be entered. */
export async function openEngine(root: string, onlyCached: boolean): Promise<'here' | 'own' | 'missing'> {
  if (await succeeds('docker', ['info'])) return 'here'
  const engine = join(root, 'test/parts/engine')
  if (onlyCached && !(await succeeds(engine, ['cached']))) return 'missing'
  await runVisibly(engine, ['up'])
  return 'own'
}

async function succeeds(command: string, args: string[]): Promise<boolean> {
  return execute(command, args).then(
    () => true,
    () => false,
  )
}
