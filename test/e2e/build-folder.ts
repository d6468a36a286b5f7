import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

const command = resolve(import.meta.dirname, '../../packages/cli/dist/main.js')

/** What the command line left behind. */
export interface BuildOutcome {
  /** Null when it was ended by a signal. */
  status: number | null
  stdout: string
  stderr: string
  seconds: number
}

/** Builds a docs folder with the command that an author would use; a build that fails is an outcome too. */
export function buildFolder(
  root: string,
  out: string,
  env: NodeJS.ProcessEnv = process.env,
  flags: string[] = [],
): Promise<BuildOutcome> {
  const startedAt = performance.now()
  const args = [command, 'build', root, '--assets', 'link', '--out', out, '--json', ...flags]
  return new Promise((done) => {
    // Half an hour: a backstop for a machine under load, never a measure.
    execFile(process.execPath, args, { env, maxBuffer: 1 << 30, timeout: 1_800_000 }, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      done({ status, stdout, stderr, seconds: (performance.now() - startedAt) / 1000 })
    })
  })
}
