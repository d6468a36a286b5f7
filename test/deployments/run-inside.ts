import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const execute = promisify(execFile)

interface Found {
  failed: number
  [part: string]: unknown
}

/**
 * The part again, as a process in the network of `test/parts/engine` or `test/parts/cluster`; what it found is its last line.
 * Then that tool is ended, and nothing of it may be left.
 */
export async function runInside(tool: string, part: string, args: string[]) {
  const command = [process.execPath, new URL('run.ts', import.meta.url).pathname, '--only', part, ...args]
  const child = spawn(tool, ['run', ...command], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.pipe(process.stdout, { end: false })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
  const during = await listLeft(tool)
  await execute(tool, ['down'])
  const after = await listLeft(tool)
  for (const one of after) console.log(`FAIL  left behind: ${one}`)
  // Otherwise the list above could not show anything.
  if (during.length === 0) throw new Error(`${tool} runs, and nothing of it is seen.`)
  const found = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as Found
  return { summary: { ...(found[part] as object), leftBehind: after.length }, failed: found.failed + after.length }
}

export async function listLeft(tool: string): Promise<string[]> {
  return (await execute(tool, ['left'])).stdout.split('\n').filter(Boolean)
}

/** Runs a command for minutes; its progress is the output of the suite. */
export async function runVisibly(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`)
}
