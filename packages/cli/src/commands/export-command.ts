import { type Command, Option } from 'commander'
import type { ExportFlags } from '../service/export-site.ts'
import { serviceCommand } from './service-command.ts'

export function exportCommand(): Command {
  return serviceCommand('export')
    .description(
      'Have a service export a site, wait for it, and get the bundle. The API key is in BINDERY_API_KEY, in the file that BINDERY_API_KEY_FILE names, or stored by login.',
    )
    .option('--domain <domain>', 'the domain to export')
    .option('--ref <ref>', 'a branch, tag or commit (default: the branch of the project)')
    .option('--version <label>', 'a label for this export (default: the short commit)')
    .addOption(
      new Option(
        '--pages <rule>',
        'pages that are not valid MDX: show what can be read, or fail (default: as the project says)',
      ).choices(['lenient', 'strict']),
    )
    .addOption(new Option('--job <id>', 'wait for an export that was started earlier').conflicts(newExportOnly))
    .option('--since <job>', 'only what has changed since this earlier export: a delta')
    .option('--output <file>', 'where the bundle goes', 'bundle.tar.gz')
    .option(
      '--no-output',
      'wait, and print the id of the export alone: hosts that follow the service take it from there',
    )
    .option('--print-url', 'print the link to the bundle instead')
    .action(async (flags: ExportFlags) => (await import('../service/export-site.ts')).exportSite(flags))
}

const newExportOnly = ['domain', 'ref', 'version', 'pages']
