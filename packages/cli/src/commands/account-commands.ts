import { Command } from 'commander'
import type { ServiceFlags } from '../service/connect-service.ts'
import type { ShowDomainFlags } from '../service/publish/show-domain.ts'
import { serviceCommand } from './service-command.ts'

/** Commands about the service and the key that you use. */
export function accountCommands(): Command[] {
  return [loginCommand(), logoutCommand(), statusCommand(), projectsCommand(), domainsCommand()]
}

function loginCommand(): Command {
  return serviceCommand('login')
    .description(
      'Store the address of a service and an API key for it. The key is read from the terminal or from stdin.',
    )
    .action(async (flags: ServiceFlags) => (await import('../service/log-in.ts')).logIn(flags))
}

function logoutCommand(): Command {
  return new Command('logout')
    .description('Remove what login stored.')
    .action(async () => (await import('../service/log-in.ts')).logOut())
}

function statusCommand(): Command {
  return serviceCommand('status')
    .description('Show which service and key are used, and what they have.')
    .action(async (flags: ServiceFlags) => (await import('../service/show-status.ts')).showStatus(flags))
}

function projectsCommand(): Command {
  return serviceCommand('projects')
    .description('List the projects that your key may use.')
    .action(async (flags: ServiceFlags) => (await import('../service/list-projects.ts')).listProjects(flags))
}

function domainsCommand(): Command {
  return (
    serviceCommand('domains')
      .description('List the domains that your key may export, with the export that is current.')
      .option('--project <id-or-name>', 'only those of this project')
      // `bindery domains show --json` is not about the list.
      .enablePositionalOptions()
      .action(async (flags: ServiceFlags & { project?: string }) =>
        (await import('../service/list-projects.ts')).listDomains(flags),
      )
      .addCommand(showDomainCommand())
  )
}

function showDomainCommand(): Command {
  return serviceCommand('show')
    .description('Show which export the hosts of a domain serve, and what they served before.')
    .argument('[domain]', 'the domain (default: the only one of your key)')
    .option('--limit <n>', 'how many publications', '20')
    .action(async (domain: string | undefined, flags: ShowDomainFlags) =>
      (await import('../service/publish/show-domain.ts')).showDomain(domain, flags),
    )
}
