import type { Command } from 'commander'
import { operatorScope, type Scope } from '../core/access/scope.ts'
import { operator } from '../core/audit/record-audit.ts'
import { addDomain } from '../core/domains/add-domain.ts'
import { listDomains } from '../core/domains/list-domains.ts'
import { describeProof } from '../core/domains/proof/describe-proof.ts'
import { removeDomain } from '../core/domains/remove-domain.ts'
import { overrideProof, verifyDomain } from '../core/domains/verify-domain.ts'
import type { Act, AdminDeps } from './admin-deps.ts'

export function addDomainCommands(admin: Command, act: Act): void {
  const domain = admin.command('domain').description('the domains that exports are asked for by')

  domain
    .command('add')
    .description('give a project a domain')
    .argument('<domain>')
    .requiredOption('--project <id>')
    .option('--claim', 'ask for proof before an export of it starts, also where BINDERY_DOMAINS is trusted')
    .action(act(add))

  domain
    .command('list')
    .description("name an organization's domains")
    .requiredOption('--organization <id>')
    .action(
      act(async ({ db }, { organization }: { organization: string }) =>
        (await listDomains(db, organization)).map(({ token: _, ...shown }) => shown),
      ),
    )

  domain
    .command('verify')
    .description('look for the proof that a domain belongs to its organization')
    .argument('<domain>')
    .option('--organization <id>', 'which one is meant, where several claim it')
    .option('--override', 'without any proof; an organization that had proven it before loses it')
    .action(act(verify))

  domain
    .command('remove')
    .description('take a domain away; what was exported stays')
    .argument('<domain>')
    .option('--organization <id>', 'which one is meant, where several claim it')
    .action(
      act(async ({ db }, name: string, { organization }: { organization?: string }) => {
        await removeDomain(db, scopeOf(organization), name, operator)
        return { name, removed: true }
      }),
    )
}

async function add(
  { db, domains, reach, limits }: AdminDeps,
  name: string,
  options: { project: string; claim?: boolean },
) {
  const mode = options.claim ? 'verified' : domains.mode
  const added = await addDomain(db, operatorScope, { projectId: options.project, name, mode }, operator, limits)
  const { verifiedAt } = added
  return { name: added.name, verifiedAt, ...(!verifiedAt && describeProof(added, reach.policy.allowedHosts)) }
}

async function verify(deps: AdminDeps, name: string, options: { organization?: string; override?: boolean }) {
  const scope = scopeOf(options.organization)
  return options.override
    ? overrideProof(deps.db, scope, { name }, operator)
    : verifyDomain(deps, scope, { name }, operator)
}

function scopeOf(organizationId: string | undefined): Scope {
  return organizationId === undefined ? operatorScope : { organizationId }
}
