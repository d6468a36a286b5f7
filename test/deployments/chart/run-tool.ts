import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** What a tool printed; a tool that refuses is an error with all that it said. */
export async function runTool(name: string, args: string[], folder: string): Promise<string> {
  try {
    const { stdout } = await execute(name, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    throw new Error(`${stdout}${stderr}`.trim() || message)
  }
}
