import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { finish, type Place, type Run, start } from './run-command.ts'

const folder = resolve(import.meta.dirname, '../../../deploy/github-action')

interface Action {
  inputs: Record<string, { required: boolean }>
  outputs: Record<string, { value: string }>
  runs: { steps: { id: string; run: string; env: Record<string, string> }[] }
}

/** Runs the GitHub Action as a runner would: its one step, with inputs and outputs as `action.yml` ties them. */
export async function runAction({ url, writeKey }: Place, given: Record<string, string>, cwd: string) {
  const { inputs, outputs, runs }: Action = parse(await readFile(join(folder, 'action.yml'), 'utf8'))
  const { id = '', run = '', env = {} } = runs.steps[0] ?? {}
  const values: Record<string, string> = { url, 'api-key': writeKey, ...given }
  const known = Object.keys(inputs).map((name) => [`inputs.${name}`, values[name] ?? ''])
  const file = join(cwd, 'github-output')
  await writeFile(file, '')
  const runner = { PATH: process.env.PATH, GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: file, GITHUB_ACTION_PATH: folder }
  const bash = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run]
  const ended: Run = await finish(start('bash', bash, cwd, { ...runner, ...fillIn(env, Object.fromEntries(known)) }))
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  const told = lines.map((line) => [`steps.${id}.outputs.${line.replace(/=.*/, '')}`, line.replace(/^[^=]*=/, '')])
  const wanted = Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]))
  return { ...ended, outputs: fillIn(wanted, Object.fromEntries(told)) }
}

/** `${{ name }}` becomes its value; what has none is left out. */
function fillIn(templates: Record<string, string>, values: Record<string, string>): Record<string, string> {
  const filled = Object.entries(templates).flatMap(([key, template]) => {
    const value = values[/^\$\{\{ (\S+) \}\}$/.exec(template)?.[1] ?? '']
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(filled)
}
