import type { Command } from 'commander'
import type { Act, AdminDeps } from './admin-deps.ts'
import { addCredentialCommands } from './credential-commands.ts'
import { addDeletionCommands } from './deletion-commands.ts'
import { addDomainCommands } from './domain-commands.ts'
import { addExportCommands } from './export-commands.ts'
import { addHostKeyCommands } from './host-key-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addOrganizationCommands } from './organization-commands.ts'
import { addPersonCommands } from './person-commands.ts'
import { formatResult } from './print-result.ts'
import { addProjectCommands } from './project-commands.ts'
import { addSigningKeyCommands } from './signing-key-commands.ts'

export interface OpenedDeps extends AdminDeps, AsyncDisposable {}

/** What an operator does by command. `open` is called only when a command really runs, not for its help. */
export function addAdminCommands(program: Command, open: () => Promise<OpenedDeps>, print = console.log): void {
  const admin = program.command('admin').description('organizations, projects, domains, keys, people and credentials')
  const act: Act =
    (work) =>
    async (...args) => {
      await using deps = await open()
      const answer = await work(deps, ...args)
      const { json = false } = (args.at(-1) as unknown as Command).opts<{ json?: boolean }>()
      print(formatResult(answer, json))
    }
  for (const add of [
    addOrganizationCommands,
    addDeletionCommands,
    addProjectCommands,
    addDomainCommands,
    addKeyCommands,
    addHostKeyCommands,
    addExportCommands,
    addPersonCommands,
    addCredentialCommands,
  ]) {
    add(admin, act)
  }
  addSigningKeyCommands(admin, print)
  addJsonOption(admin)
}

function addJsonOption(command: Command): void {
  if (command.commands.length === 0) command.option('--json', 'print JSON, for scripts')
  for (const child of command.commands) addJsonOption(child)
}
