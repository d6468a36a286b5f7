import type { Command } from 'commander'
import type { PinFlags } from '../service/publish/pin-domain.ts'
import type { PublishFlags } from '../service/publish/publish-export.ts'
import type { RollBackFlags } from '../service/publish/roll-back.ts'
import { serviceCommand } from './service-command.ts'

/** Commands that decide what the hosts of a domain serve. */
export function publishCommands(): Command[] {
  return [publishCommand(), rollBackCommand(), pinCommand(), unpinCommand()]
}

const domainOption = ['--domain <domain>', 'the domain (default: the only one of your key)'] as const
const pinOption = ['--pin <reason>', 'and pin it there, for this reason'] as const

function publishCommand(): Command {
  return serviceCommand('publish')
    .description('Make a completed export the current one of its domain: hosts that follow the service serve it.')
    .argument('<export>', 'the id of the export, as in se_0123456789abcdef')
    .option(...pinOption)
    .action(async (id: string, flags: PublishFlags) =>
      (await import('../service/publish/publish-export.ts')).publishExport(id, flags),
    )
}

function rollBackCommand(): Command {
  return serviceCommand('rollback')
    .description('Make an earlier export current again. Without --to: the one whose other content was live before.')
    .option('--to <export>', 'the id of the export to go back to')
    .option(...domainOption)
    .option(...pinOption)
    .action(async (flags: RollBackFlags) => (await import('../service/publish/roll-back.ts')).rollBack(flags))
}

function pinCommand(): Command {
  return serviceCommand('pin')
    .description('Keep a domain at its current export until you unpin it, even if newer exports complete.')
    .option(...domainOption)
    .option('--reason <reason>', 'why, for people who wonder later')
    .action(async (flags: PinFlags) => (await import('../service/publish/pin-domain.ts')).pinDomain(flags))
}

function unpinCommand(): Command {
  return serviceCommand('unpin')
    .description('Let the next full export of the production branch become current again.')
    .option(...domainOption)
    .action(async (flags: PinFlags) => (await import('../service/publish/pin-domain.ts')).unpinDomain(flags))
}
