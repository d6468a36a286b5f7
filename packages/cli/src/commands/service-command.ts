import { Command } from 'commander'

/** A command for a service, with the options that all of these have. */
export function serviceCommand(name: string): Command {
  return new Command(name)
    .option('--url <url>', 'the service (default: BINDERY_URL, or where you logged in)')
    .option('--json', 'print the result as JSON, and nothing else')
}
