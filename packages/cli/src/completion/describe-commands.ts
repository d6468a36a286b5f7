import type { Command } from 'commander'

export interface OptionFacts {
  /** With its dashes. */
  name: string
  description: string
  takesValue: boolean
  choices: readonly string[]
}

export interface CommandFacts {
  /** As it is typed: `bindery exports list`. */
  path: string
  /** Those below it, or the values of its first argument. */
  commands: { name: string; description: string }[]
  options: OptionFacts[]
}

/** The command and all below it, each before its own. */
export function describeCommands(command: Command, above: readonly string[] = []): CommandFacts[] {
  const names = [...above, command.name()]
  const own = command.commands.filter((child) => child.name() !== 'help')
  const values = (command.registeredArguments[0]?.argChoices ?? []).map((name) => ({ name, description: '' }))
  const help = { name: '--help', description: 'show the options', takesValue: false, choices: [] }
  return [
    {
      path: names.join(' '),
      commands: [...own.map((child) => ({ name: child.name(), description: child.description() })), ...values],
      options: [...command.options.map(toFacts), help],
    },
    ...own.flatMap((child) => describeCommands(child, names)),
  ]
}

function toFacts(option: Command['options'][number]): OptionFacts {
  const { long, description, required, optional, argChoices = [] } = option
  return { name: long ?? option.flags, description, takesValue: required || optional, choices: argChoices }
}
