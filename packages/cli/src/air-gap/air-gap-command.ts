import { Command } from 'commander'
import { checkCommand } from './check-command.ts'
import { gatherCommand } from './gather-command.ts'

/** `bindery air-gap`: what a room without a way out needs, in one folder that can be checked on the other side. */
export function airGapCommand(): Command {
  return new Command('air-gap')
    .description('Carry a site, and all that serves it, into a room without a network.')
    .addCommand(gatherCommand())
    .addCommand(checkCommand())
}
