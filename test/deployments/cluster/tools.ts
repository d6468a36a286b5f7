import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export const namespace = 'bindery'
const chart = new URL('../../../deploy/chart', import.meta.url).pathname
const values = new URL('values.yaml', import.meta.url).pathname

export async function kubectl(args: string[], input = ''): Promise<string> {
  const command = execute('kubectl', args, { maxBuffer: 64 * 1024 ** 2 })
  command.child.stdin?.end(input)
  return (await command).stdout
}

export async function readObject<Found>(...names: string[]): Promise<Found> {
  return JSON.parse(await kubectl(['--namespace', namespace, 'get', ...names, '--output', 'json'])) as Found
}

/** `helm install` or `upgrade` of the release, with our values and these besides; resolves when its pods are ready. */
export async function release(action: 'install' | 'upgrade', set: string[] = [], from = chart): Promise<void> {
  const settings = set.flatMap((one) => ['--set', one])
  const place = ['--namespace', namespace, '--values', values]
  await execute('helm', [action, 'bindery', from, ...place, ...settings, '--wait', '--timeout', '10m'])
}

export async function helm(...args: string[]): Promise<string> {
  return (await execute('helm', ['--namespace', namespace, ...args])).stdout
}

/** What a command that must fail wrote. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => '',
    (error: { stderr?: string }) => error.stderr ?? String(error),
  )
}
