import type { Command } from 'commander'
import { describeCommands } from './describe-commands.ts'
import { type Shell, writeCompletion } from './write-completion.ts'

/** `bindery completion SHELL` */
export function printCompletion(shell: Shell, program: Command): void {
  process.stdout.write(writeCompletion(shell, describeCommands(program)))
}
