import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const rounds = 7

/** The fastest of several runs, each beside a Node that does nothing: other work on the machine slows both. */
export async function measureHelp(folder: string): Promise<{ helpMs: number; nodeMs: number }> {
  const help: number[] = []
  const node: number[] = []
  for (let round = 0; round < rounds; round++) {
    help.push(await time(join(folder, 'node_modules/.bin/bindery'), ['--help']))
    node.push(await time(process.execPath, ['--eval', '0']))
  }
  return { helpMs: Math.round(Math.min(...help)), nodeMs: Math.round(Math.min(...node)) }
}

async function time(file: string, args: string[]): Promise<number> {
  const startedAt = performance.now()
  await run(file, args)
  return performance.now() - startedAt
}
