import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { accountCommands } from './account-commands.ts'
import { agentCommand } from './agent-command.ts'
import { airGapCommand } from './air-gap-command.ts'
import { bundleCommands } from './bundle-commands.ts'
import { completionCommand } from './completion-command.ts'
import { exportCommand } from './export-command.ts'
import { diffCommand, exportsCommand } from './exports-command.ts'
import { publishCommands } from './publish-commands.ts'
import { siteCommands } from './site-commands.ts'

/**
 * Every command with its options. What a command does is loaded when it runs: rendering, packing and serving together
 * take a fifth of a second to load, and `--help` needs none of it.
 */
export function createProgram(): Command {
  const program = new Command('bindery')
    .description('Bind a documentation repository into a self-contained static site.')
    .version(readVersion(), '--version', 'print the version of this command')
    // `bindery export --version v1` names the version of the export.
    .enablePositionalOptions()
  for (const [heading, commands] of Object.entries(createGroups())) {
    for (const command of commands) program.addCommand(command.helpGroup(heading))
  }
  return program.addCommand(completionCommand(program))
}

function createGroups(): Record<string, Command[]> {
  return {
    'A folder with docs.json:': siteCommands(),
    'A service:': [
      ...accountCommands(),
      exportCommand(),
      exportsCommand(),
      diffCommand(),
      ...publishCommands(),
      agentCommand(),
    ],
    'A bundle:': [...bundleCommands(), airGapCommand()],
  }
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
