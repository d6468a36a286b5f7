import { Command, Option } from 'commander'
import type { ServiceFlags } from '../service/connect-service.ts'
import type { ListExportsFlags } from '../service/list-exports.ts'
import type { FilesFlags } from '../service/list-files.ts'
import type { ViewFlags } from '../service/view-export.ts'
import { serviceCommand } from './service-command.ts'

/** `bindery exports`: those that were started before. */
export function exportsCommand(): Command {
  return new Command('exports')
    .description('See and cancel the exports of a service.')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(cancelCommand())
    .addCommand(reportCommand())
    .addCommand(filesCommand())
    .addCommand(viewCommand())
}

/** `bindery diff`: what became of the pages between two of them. */
export function diffCommand(): Command {
  return serviceCommand('diff')
    .description('List the pages that differ between two exports, or show what changed in one page.')
    .argument('<before>', 'the id of the earlier export')
    .argument('<after>', 'the id of the later export')
    .argument('[page]', 'a page of the site, such as guides/start')
    .action(async (before: string, after: string, page: string | undefined, flags: ServiceFlags) =>
      (await import('../service/compare-exports.ts')).compareExports(before, after, page, flags),
    )
}

const idArgument = ['<id>', 'the id of the export, as in se_0123456789abcdef'] as const

function listCommand(): Command {
  return serviceCommand('list')
    .description('List exports, newest first.')
    .option('--domain <domain>', 'only those of this domain')
    .addOption(new Option('--status <status>', 'only those with this status').choices(statuses))
    .option('--limit <n>', 'how many', '20')
    .action(async (flags: ListExportsFlags) => (await import('../service/list-exports.ts')).listExports(flags))
}

const statuses = ['queued', 'running', 'completed', 'failed']

function showCommand(): Command {
  return serviceCommand('show')
    .description('Show one export.')
    .argument(...idArgument)
    .action(async (id: string, flags: ServiceFlags) =>
      (await import('../service/show-export.ts')).showExport(id, flags),
    )
}

function cancelCommand(): Command {
  return serviceCommand('cancel')
    .description('End an export that is queued or running.')
    .argument(...idArgument)
    .action(async (id: string, flags: ServiceFlags) =>
      (await import('../service/show-export.ts')).cancelExport(id, flags),
    )
}

function reportCommand(): Command {
  return serviceCommand('report')
    .description('Show what is wrong with the pages of an export: broken links, missing images and other problems.')
    .argument(...idArgument)
    .action(async (id: string, flags: ServiceFlags) =>
      (await import('../service/show-report.ts')).showReport(id, flags),
    )
}

function filesCommand(): Command {
  return serviceCommand('files')
    .description('List the files of an export, or print one of them.')
    .argument(...idArgument)
    .argument('[path]', 'the file to print, as the list names it')
    .option('--output <file>', 'where that file goes (default: stdout)')
    .action(async (id: string, path: string | undefined, flags: FilesFlags) =>
      (await import('../service/list-files.ts')).listFiles(id, path, flags),
    )
}

function viewCommand(): Command {
  return serviceCommand('view')
    .description('Print the address at which a browser shows an export before it is published.')
    .argument(...idArgument)
    .argument('[page]', 'a page of the site, such as guides/start')
    .option('--open', 'open it in your browser')
    .action(async (id: string, page: string | undefined, flags: ViewFlags) =>
      (await import('../service/view-export.ts')).viewExport(id, page, flags),
    )
}
