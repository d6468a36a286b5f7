import { Argument, Command } from 'commander'
import type { Shell } from '../completion/write-completion.ts'

export function completionCommand(program: Command): Command {
  return new Command('completion')
    .description(
      'Print a script that completes commands and options in your shell. Its first line shows where it goes.',
    )
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: Shell) => (await import('../completion/print-completion.ts')).printCompletion(shell, program))
}
