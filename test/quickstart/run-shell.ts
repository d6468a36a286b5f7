import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** One line as a person would paste it. */
export async function runShell(line: string, cwd: string, env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-c', line], { cwd, env: { ...process.env, ...env } })
  return stdout.trim()
}
