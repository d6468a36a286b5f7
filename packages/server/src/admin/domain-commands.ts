import type { Command } from 'commander'
import { operator } from '../core/audit/record-audit.ts'
import { addDomain } from '../core/domains/add-domain.ts'
import { listDomains } from '../core/domains/list-domains.ts'
import { removeDomain } from '../core/domains/remove-domain.ts'
import type { Act } from './admin-deps.ts'

export function addDomainCommands(admin: Command, act: Act): void {
  const domain = admin.command('domain').description('the domains that exports are asked for by')

  domain
    .command('add')
    .description('give a project a domain')
    .argument('<domain>')
    .requiredOption('--project <id>')
    .action(
      act(({ db }, name: string, { project }: { project: string }) =>
        addDomain(db, { projectId: project, name }, operator),
      ),
    )

  domain
    .command('list')
    .description("name an organization's domains")
    .requiredOption('--organization <id>')
    .action(act(({ db }, { organization }: { organization: string }) => listDomains(db, organization)))

  domain
    .command('remove')
    .description('take a domain away; what was exported stays')
    .argument('<domain>')
    .action(
      act(async ({ db }, name: string) => {
        await removeDomain(db, name, operator)
        return { name, removed: true }
      }),
    )
}
