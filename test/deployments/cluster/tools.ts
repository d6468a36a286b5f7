import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export const namespace = 'bindery'
const root = new URL('../../../', import.meta.url).pathname
const chart = `${root}deploy/chart`
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

/** Runs the `helm upgrade` of docs/self-host/upgrade.mdx in this tree; resolves when the pods of the release are ready. */
export async function upgradeAsDocumented(version: string): Promise<void> {
  const page = await readFile(`${root}docs/self-host/upgrade.mdx`, 'utf8')
  const command = /^ *(helm upgrade bindery .+)$/m.exec(page)?.[1]
  assert.ok(command, 'docs/self-host/upgrade.mdx has no command that begins with helm upgrade bindery')
  const env = { ...process.env, HELM_NAMESPACE: namespace, NEW_VERSION: version }
  await execute('bash', ['-c', `${command} --wait --timeout 10m`], { cwd: root, env })
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
