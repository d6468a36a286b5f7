import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createProgram } from '../commands/create-program.ts'
import { describeCommands } from './describe-commands.ts'
import { type Shell, writeCompletion } from './write-completion.ts'

const commands = describeCommands(createProgram())

/** What bash offers for the last word of a line. */
async function complete(...words: string[]): Promise<string[]> {
  const script = `${writeCompletion('bash', commands)}
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _bindery; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await promisify(execFile)('bash', ['-ec', script, 'bash', ...words])
  return stdout.split('\n').filter((line) => line !== '')
}

test('bash completes commands, those below them, options and fixed values', async () => {
  expect(await complete('bindery', 'ex')).toEqual(['export', 'exports'])
  expect(await complete('bindery', 'exports', '')).toEqual(['list', 'show', 'cancel', 'report', 'files', 'view'])
  expect(await complete('bindery', 'exports', 'list', '--')).toContain('--domain')
  expect(await complete('bindery', 'exports', 'list', '--status', 'f')).toEqual(['failed'])
  expect(await complete('bindery', 'completion', '')).toEqual(['bash', 'zsh', 'fish'])
})

test('bash leaves everything else to the names of files', async () => {
  expect(await complete('bindery', 'build', '')).toEqual([])
  expect(await complete('bindery', 'export', '--output', 'b')).toEqual([])
})

test.each<Shell>(['bash', 'zsh', 'fish'])('%s knows every command and every option', (shell) => {
  const script = writeCompletion(shell, commands)
  expect(commands.length).toBeGreaterThan(25)
  for (const { path, options } of commands) {
    expect(script).toContain(path)
    for (const { name } of options) expect(script).toContain(shell === 'fish' ? `-l ${name.slice(2)}` : name)
  }
})
